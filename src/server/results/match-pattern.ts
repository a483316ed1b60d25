import { createContext, Script } from 'node:vm'

/** A pattern may backtrack for ever (promise S19): this long one may think, and all of a request together. */
const patternMilliseconds = 50
const requestMilliseconds = 200
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

/** `matchPattern` for one request: once its patterns have taken too long together, nothing matches any more. */
export function patternMatcher(): (pattern: string, value: string) => boolean {
  let left = requestMilliseconds
  return (pattern, value) => {
    if (left <= 0) return false
    const began = performance.now()
    const matches = matchPattern(pattern, value)
    left -= performance.now() - began
    return matches
  }
}
