import { createHash } from 'node:crypto'

/** Keys or a token, as a cloud gave them. */
export interface Given<T> {
  value: T
  /** milliseconds since 1970 */
  ends: number
}

const kept = new Map<string, Given<unknown>>()
const maxKept = 1000
/** They are asked for again so long before their end: a query that begins then has to be able to use them. */
const marginMilliseconds = 5 * 60_000

/**
 * What `obtain` gave for this name, until shortly before its end; all sessions of the process share it. The name has to
 * hold everything that it depends on, secrets too: only a hash of it is kept.
 */
export async function keptCredentials<T>(name: unknown, obtain: () => Promise<Given<T>>): Promise<T> {
  const key = nameOf(name)
  const known = kept.get(key) as Given<T> | undefined
  if (known !== undefined && known.ends - marginMilliseconds > Date.now()) return known.value
  const given = await obtain()
  kept.delete(key)
  const [oldest] = kept.keys()
  if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest)
  kept.set(key, given)
  return given.value
}

/** For credentials that the cloud refuses before their end. */
export function forgetCredentials(name: unknown): void {
  kept.delete(nameOf(name))
}

function nameOf(name: unknown): string {
  return createHash('sha256').update(JSON.stringify(name)).digest('hex')
}
