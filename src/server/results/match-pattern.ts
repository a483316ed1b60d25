import { createContext, Script } from 'node:vm'

/** A pattern may backtrack for ever (promise S19): this long one may think, and all of a request together. */
const patternMilliseconds = 50
const requestMilliseconds = 200
/** the time limit runs by the clock: on a busy machine it can end before the pattern had its turn */
const mostTries = 20
const script = new Script('new RegExp("^(?:" + pattern + ")$").test(value)')

/**
 * Does the value match the pattern as a whole? false for a pattern that cannot be read, and for one that does not come
 * to an end.
 */
export function matchPattern(pattern: string, value: string): boolean {
  const began = processorMilliseconds()
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      const context = createContext(Object.assign(Object.create(null), { pattern, value }))
      return script.runInContext(context, { timeout: patternMilliseconds }) === true
    } catch (error) {
      if (!hasTimedOut(error) || processorMilliseconds() - began >= patternMilliseconds / 2) return false
    }
  }
  return false
}

/**
 * `matchPattern` for one request: each question is answered once, and when its patterns have taken too long together,
 * nothing else matches any more.
 */
export function patternMatcher(
  milliseconds = requestMilliseconds,
): (pattern: string, value: string) => boolean {
  const answers = new Map<string, boolean>()
  let left = milliseconds
  return (pattern, value) => {
    const question = JSON.stringify([pattern, value])
    const known = answers.get(question)
    if (known !== undefined) return known
    if (left <= 0) return false
    const began = processorMilliseconds()
    const matches = matchPattern(pattern, value)
    left -= processorMilliseconds() - began
    answers.set(question, matches)
    return matches
  }
}

/** What this thread has had of the processor, waiting for its turn left out. */
function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function hasTimedOut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
