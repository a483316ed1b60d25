import { createContext, Script } from 'node:vm'

/** A pattern may backtrack for ever (promise S19): this long it may think. */
const patternMilliseconds = 50
const script = new Script('new RegExp("^(?:" + pattern + ")$").test(value)')

/**
 * Does the value match the pattern as a whole? false for a pattern that cannot be read, and for one that does not come
 * to an end.
 */
export function matchPattern(pattern: string, value: string): boolean {
  try {
    const context = createContext(Object.assign(Object.create(null), { pattern, value }))
    return script.runInContext(context, { timeout: patternMilliseconds }) === true
  } catch {
    return false
  }
}
