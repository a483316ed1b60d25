import { createPublicKey, createSecretKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { JwtSettings } from '../sign-in/sign-in-methods.ts'

/** A key that verifies tokens, and the only algorithm it may be used with. */
interface JwtKey {
  /** null: the key has no id */
  kid: string | null
  algorithm: string
  key: KeyObject
}

/**
 * The keys of a JWK set, or of an object of key ids and PEM texts, without those that cannot sign or whose
 * algorithm is not `allowed`. Throws when the text is neither.
 */
function readKeys(text: string, allowed: readonly string[]): JwtKey[] {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('The keys are not a JSON object.')
  const { keys } = value as { keys?: unknown }
  const read = Array.isArray(keys)
    ? keys.map((jwk) => ofJwk(jwk as Record<string, unknown>, allowed))
    : Object.entries(value).map(([kid, pem]) => ofPem(kid, pem, allowed))
  return read.filter((key) => key !== null && allowed.includes(key.algorithm)) as JwtKey[]
}

function ofJwk(jwk: Record<string, unknown>, allowed: readonly string[]): JwtKey | null {
  const { kty, kid, alg, use, k } = jwk
  if (use !== undefined && use !== 'sig') return null
  const named = typeof alg === 'string' ? alg : null
  const name = typeof kid === 'string' ? kid : null
  if (kty === 'oct') return ofSecret(name, named ?? 'HS256', k)
  const key = publicKeyOf({ key: jwk as JsonWebKey, format: 'jwk' })
  const algorithm = key === null ? null : algorithmOf(key, named, allowed)
  return key === null || algorithm === null ? null : { kid: name, algorithm, key }
}

/** A shared secret must be as long as the hash (RFC 7518, 3.2): shorter ones can be guessed from a token. */
function ofSecret(kid: string | null, algorithm: string, k: unknown): JwtKey | null {
  const bits = /^HS(256|384|512)$/.exec(algorithm)?.[1]
  if (bits === undefined || typeof k !== 'string') return null
  const secret = Buffer.from(k, 'base64url')
  return secret.length * 8 < Number(bits) ? null : { kid, algorithm, key: createSecretKey(secret) }
}

/** Always a public key or that of a certificate: the text must never be taken as a secret for HS256. */
function ofPem(kid: string, pem: unknown, allowed: readonly string[]): JwtKey | null {
  const key = typeof pem === 'string' ? publicKeyOf(pem) : null
  const algorithm = key === null ? null : algorithmOf(key, null, allowed)
  return key === null || algorithm === null ? null : { kid, algorithm, key }
}

/** Null: the type of the key is not supported. */
function publicKeyOf(from: Parameters<typeof createPublicKey>[0]): KeyObject | null {
  try {
    return createPublicKey(from)
  } catch {
    return null
  }
}

const curves: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
}
const isOfRsa = (algorithm: string) => /^[RP]S(256|384|512)$/.test(algorithm)

/** The algorithm that the key names, else the default of its type. */
function algorithmOf(key: KeyObject, named: string | null, allowed: readonly string[]): string | null {
  const { asymmetricKeyType, asymmetricKeyDetails } = key
  if (asymmetricKeyType === 'rsa') {
    if (named !== null) return isOfRsa(named) ? named : null
    const [only, ...more] = allowed.filter(isOfRsa)
    return only !== undefined && more.length === 0 ? only : 'RS256'
  }
  const own =
    asymmetricKeyType === 'ec'
      ? curves[asymmetricKeyDetails?.namedCurve ?? '']
      : edwards[asymmetricKeyType ?? '']
  return own !== undefined && (named === null || named === own) ? own : null
}

const edwards: Readonly<Record<string, string>> = { ed25519: 'EdDSA' }

const minute = 60_000
/** Keys are refreshed after this time, */
const life = 10 * minute
/** and stay valid for this time when refreshing fails. */
const maxLife = 60 * minute
/** Unknown keys trigger a fetch at most once per this time, however many tokens name one. */
const pause = 30_000

export interface KeyRing {
  /** The key that a token names, for its algorithm; null: there is none. Throws when no keys are available. */
  find(kid: string | undefined, algorithm: string): Promise<JwtKey | null>
}

/** Caches the keys that verify tokens, and refreshes them. */
export function keepKeys(
  { algorithms }: Pick<JwtSettings, 'algorithms'>,
  fetchText: () => Promise<string>,
  clock: () => Date,
): KeyRing {
  let keys: JwtKey[] | null = null
  let fetchedAt = 0
  let triedAt = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | null = null

  const fetchKeys = async () => {
    triedAt = clock().getTime()
    keys = readKeys(await fetchText(), algorithms)
    fetchedAt = triedAt
  }
  /** Concurrent callers share one request. */
  const renew = async () => {
    underWay ??= fetchKeys().finally(() => {
      underWay = null
    })
    await underWay
  }
  const mayTry = () => clock().getTime() - triedAt >= pause
  const demand = async (): Promise<JwtKey[]> => {
    const age = () => clock().getTime() - fetchedAt
    if (keys !== null && age() < life) return keys
    if (underWay !== null || mayTry()) {
      const failure = await renew().then(
        () => null,
        (error: unknown) => error,
      )
      if (failure !== null && (keys === null || age() >= maxLife)) throw failure
    }
    if (keys === null || age() >= maxLife) throw new Error('The keys could not be fetched a moment ago.')
    return keys
  }
  return {
    async find(kid, algorithm) {
      const known = choose(await demand(), kid, algorithm)
      if (known !== null || kid === undefined || !(underWay !== null || mayTry())) return known
      // the provider may have rotated its keys
      await renew()
      return choose(await demand(), kid, algorithm)
    },
  }
}

/** A token without a key id is accepted only if there is just one key. */
function choose(keys: readonly JwtKey[], kid: string | undefined, algorithm: string): JwtKey | null {
  const fitting = keys.filter((key) => key.algorithm === algorithm && (kid === undefined || key.kid === kid))
  const [key, ...others] = fitting
  return key === undefined || others.length > 0 ? null : key
}
