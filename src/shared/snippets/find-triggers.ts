/** Triggers that match the text before the cursor, and where that text begins. */
export interface TriggersAt {
  from: number
  triggers: string[]
}

const wordAtEnd = /[\p{L}\p{N}_$]*$/u
const wordSign = /[\p{L}\p{N}_$]/u

/**
 * Which triggers to offer after `before`, the line up to the cursor. Most triggers are words: all of those are offered
 * for the word at the cursor, and the completion filters. A trigger with other characters (`top-10`, `my select`) is
 * offered if a part of it precedes the cursor. After a dot only names make sense.
 */
export function triggersAt(
  before: string,
  triggers: readonly string[],
): { word: TriggersAt | null; others: TriggersAt | null } {
  const word = wordAtEnd.exec(before)?.[0] ?? ''
  const others = maxBeginningLength(before, triggers, word.length)
  const from = before.length - word.length
  const left = triggers.filter((trigger) => others?.triggers.includes(trigger) !== true)
  const isName = before[from - 1] === '.'
  return { word: isName || left.length === 0 ? null : { from, triggers: left }, others }
}

/** The longest end of `before`, longer than `atLeast`, that is the beginning of a trigger. */
function maxBeginningLength(before: string, triggers: readonly string[], atLeast: number): TriggersAt | null {
  const longest = Math.min(before.length, Math.max(0, ...triggers.map((trigger) => trigger.length)))
  for (let length = longest; length > atLeast; length--) {
    const from = before.length - length
    if (!isBoundary(before, from)) continue
    const typed = before.slice(from).toLowerCase()
    if (typed.trim() === '') continue
    const found = triggers.filter((trigger) => trigger.toLowerCase().startsWith(typed))
    if (found.length > 0) return { from, triggers: found }
  }
  return null
}

/** The longest complete trigger before the cursor, which Tab expands. */
export function triggerBefore(
  before: string,
  triggers: readonly string[],
): { from: number; trigger: string } | null {
  const standing = triggers.filter(
    (trigger) => before.endsWith(trigger) && isBoundary(before, before.length - trigger.length),
  )
  const trigger = standing.sort((a, b) => b.length - a.length)[0]
  return trigger === undefined ? null : { from: before.length - trigger.length, trigger }
}

/** Not within a word and not after a dot. */
function isBoundary(before: string, at: number): boolean {
  const left = before[at - 1]
  const right = before[at]
  if (left === undefined || right === undefined) return true
  return !wordSign.test(right) || !(wordSign.test(left) || left === '.')
}
