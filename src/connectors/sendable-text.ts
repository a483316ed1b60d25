import type { BoundValue } from '#shared/sql/bound-value.ts'
import { positionAt } from '#shared/sql/text-position.ts'
import { QueryFailed } from './connector-errors.ts'

/** Half of a surrogate pair. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/**
 * Encoders replace half of a surrogate pair by another character, and many servers treat U+0000 as the end of the text.
 * Both would change the text, so neither is sent. Throws QueryFailed.
 */
export function requireSendable(
  text: string,
  values: readonly BoundValue[],
  { takesNul }: { takesNul: boolean },
): void {
  const isBroken = (part: string) => !part.isWellFormed() || (!takesNul && part.includes('\0'))
  if (!isBroken(text) && !values.some(({ value }) => isBroken(value))) return
  const half = text.search(loneSurrogate)
  const nul = takesNul ? -1 : text.indexOf('\0')
  const offset = half === -1 ? nul : half
  const what = half === -1 && nul !== -1 ? 'the character U+0000' : 'half of a character (a lone surrogate)'
  throw new QueryFailed(
    `The query or one of its values contains ${what}, which cannot be sent to this database.`,
    {
      position: offset === -1 ? null : positionAt(text, offset),
    },
  )
}
