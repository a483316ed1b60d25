import type { JwtSettings } from '../sign-in/jwt-settings.ts'
import { type JwtKey, readKeys } from './jwt-keys.ts'

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
