import type { SubmittedText } from '#server/runs/index.ts'
import { templateOffset } from '#shared/parameters/render-text.ts'
import { originalPosition, prepareText } from '#shared/queries/prepare-text.ts'
import type { SqlDialect } from '#shared/queries/scan-sql.ts'
import { type LineAndColumn, offsetAt, positionAt } from '#shared/queries/text-position.ts'

/** Maps the position of an error in the sent text to the text that the user wrote. */
export function positionInSubmitted(
  submitted: SubmittedText,
  dialect: SqlDialect | null,
  sent: { text: string; prefixLength: number },
  position: LineAndColumn,
): LineAndColumn | null {
  const rendered = submitted.rendered ?? submitted.text
  const prepared = prepareText(rendered, dialect, submitted.limit)
  const place = originalPosition(rendered, prepared, sent.prefixLength, sent.text, position)
  if (place === null || submitted.pieces === undefined) return place
  return positionAt(submitted.text, templateOffset(submitted.pieces, offsetAt(rendered, place)))
}
