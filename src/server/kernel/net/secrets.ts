import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Keys derived from the instance's secret key: one per purpose, so that they are not interchangeable
 * (docs/reference/promises.md#s2).
 */
export interface Secrets {
  /** encrypts options at rest: version byte, 12-byte nonce, AES-256-GCM text, 16-byte tag */
  seal(value: unknown): Buffer
  /** throws if the bytes were not sealed with this key */
  unseal(sealed: Buffer): Record<string, unknown>
  /** keyed hash of a text in base64url, for tokens that must be recognized but not read */
  sign(purpose: SigningPurpose, text: string): string
  verify(purpose: SigningPurpose, text: string, signature: string): boolean
}

/**
 * `public job`: proves that a run was started or shared through a shared dashboard; `known browser`: proves that the
 * browser has logged in to an account before; `network of known browser`: and where
 */
type SigningPurpose = 'csrf' | 'public job' | 'known browser' | 'network of known browser'

const formatVersion = 1
const nonceBytes = 12
const tagBytes = 16

export function deriveSecrets(secretKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `sextant ${purpose}`, 32))
  const sealingKey = derive('stored credentials')
  const signingKeys = {
    csrf: derive('csrf'),
    'public job': derive('public job'),
    'known browser': derive('known browser'),
    'network of known browser': derive('network of known browser'),
  }
  const sign: Secrets['sign'] = (purpose, text) =>
    createHmac('sha256', signingKeys[purpose]).update(text).digest('base64url')
  return {
    seal(value) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce)
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(formatVersion), nonce, text, cipher.getAuthTag()])
    },
    unseal(sealed) {
      if (sealed[0] !== formatVersion) throw new Error('Stored options have an unknown format.')
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const text = sealed.subarray(1 + nonceBytes, -tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce)
      decipher.setAuthTag(sealed.subarray(-tagBytes))
      try {
        return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8'))
      } catch (cause) {
        throw new Error('Stored options cannot be read with this SEXTANT_SECRET_KEY.', { cause })
      }
    },
    sign,
    verify(purpose, text, signature) {
      const expected = Buffer.from(sign(purpose, text))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
  }
}

/**
 * A credential that is shown again later: an API key or the token of a public link. The database holds a hash for
 * look-ups, and the credential sealed with the instance's secret key, for users who may see it.
 */
interface StoredKey {
  hash: Buffer
  sealed: Buffer
}

/**
 * Plain SHA-256 without a key: the credentials are random with at least 128 bits, so they cannot be guessed. The index
 * compares hashes, so its timing reveals nothing about a credential.
 */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

export function storedKey(secrets: Secrets, key: string): StoredKey {
  return { hash: hashKey(key), sealed: secrets.seal({ key }) }
}

/** null: sealed with a secret key that is lost. The credential still works but cannot be shown. */
export function readStoredKey(secrets: Secrets, sealed: Buffer): string | null {
  try {
    const { key } = secrets.unseal(sealed)
    return typeof key === 'string' ? key : null
  } catch {
    return null
  }
}

/** The columns of a new API key in `users` and `queries`. */
export interface ApiKeyColumns {
  api_key_hash: Buffer
  encrypted_api_key: Buffer
}

export function apiKeyColumns(secrets: Secrets, key: string): ApiKeyColumns {
  const { hash, sealed } = storedKey(secrets, key)
  return { api_key_hash: hash, encrypted_api_key: sealed }
}
