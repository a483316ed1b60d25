import type { BoundValue } from '#shared/parameters/bound-value.ts'
import { positionAt } from '#shared/queries/text-position.ts'
import { QueryFailed } from './connector-errors.ts'

/** Half of a character beyond U+FFFF, without its other half */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/**
 * Encoders write another character where a text holds half of one, and many a server takes U+0000 for the end of the
 * text. Neither arrives as it was meant, so neither is sent. Throws QueryFailed.
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
