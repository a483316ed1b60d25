import { createContext, Script } from 'node:vm'

/**
 * A pattern may backtrack for ever (docs/reference/promises.md#s19). The limit runs by the clock, and so does processor
 * time on a machine that is itself a guest: a thread that stood still has not thought, so there are several tries.
 */
const tryMilliseconds = [10, 20, 40, 80]
/** of one request: after so many patterns without an end nothing else matches any more */
const maxEndless = 2
/** the answer is kept: on a busy machine the thread that watches the time may wake, and object, long after the end */
const script = new Script('asked.answer = new RegExp("^(?:" + asked.pattern + ")$").test(asked.value)')

/**
 * Does the value match the pattern as a whole? false for a pattern that cannot be read, null for one that does not come
 * to an end.
 */
export function matchPattern(pattern: string, value: string): boolean | null {
  for (const timeout of tryMilliseconds) {
    const asked: { pattern: string; value: string; answer?: boolean } = { pattern, value }
    try {
      script.runInContext(createContext({ asked }), { timeout })
    } catch (error) {
      if (!hasTimedOut(error)) return false
    }
    if (asked.answer !== undefined) return asked.answer
  }
  return null
}

/** `matchPattern` for one request: each question is answered once, and what has no end does not match. */
export function patternMatcher(endless = maxEndless): (pattern: string, value: string) => boolean {
  const answers = new Map<string, boolean>()
  let left = endless
  return (pattern, value) => {
    const question = JSON.stringify([pattern, value])
    const known = answers.get(question)
    if (known !== undefined) return known
    if (left === 0) return false
    const matches = matchPattern(pattern, value)
    if (matches === null) left--
    answers.set(question, matches === true)
    return matches === true
  }
}

/** No `instanceof`: the error belongs to the context of the script, which has an `Error` of its own. */
function hasTimedOut(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
