import { createContext, Script } from 'node:vm'

/**
 * A pattern may backtrack forever (docs/reference/promises.md#s19). The limit is wall-clock time, and on a virtual
 * machine processor time is no better: a thread that was not scheduled has made no progress, so there are several
 * tries.
 */
const tryMilliseconds = [10, 20, 40, 80]
/** After this many non-terminating patterns in one request, no further pattern is tried. */
const maxEndless = 2
/** Store the answer: on a busy machine the watchdog thread may raise its time-out long after the match has ended. */
const script = new Script('asked.answer = new RegExp("^(?:" + asked.pattern + ")$").test(asked.value)')

/** Does the value match the whole pattern? false for an unreadable pattern, null for one that does not terminate. */
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

/** `matchPattern` for one request: evaluates each question once; a non-terminating pattern does not match. */
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

/** No `instanceof`: the error comes from the script's context, which has its own `Error`. */
function hasTimedOut(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
