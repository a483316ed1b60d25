import { readStoredParameters } from '../parameters/detect-parameters.ts'
import { definitionsByName } from '../parameters/list-items.ts'
import type { BindRules } from './bound-value.ts'
import { allTemplateParts, type TemplatePart } from './render-text.ts'
import { marker } from './sql-clarity.ts'
import { findPositions } from './value-positions.ts'
import { typeOfPart } from './written-values.ts'

/**
 * Lists check each of their queries: longer texts with unchecked values count as unsafe without a check
 * (docs/reference/promises.md#s19).
 */
const maxJudgedLength = 100_000

/**
 * Whether users with view-only access, and bearers of a key, may run this query. Not if an unchecked value, of a `text`
 * parameter or of a placeholder without definition, is at a position where it could change more than itself. All
 * sections count, whatever the values; in doubt it is unsafe (docs/reference/api-access.md#data-sources). `rules` of
 * the connector; null: it binds nothing, or is unknown.
 */
export function isSafeQuery(
  template: string,
  options: Readonly<Record<string, unknown>>,
  rules: BindRules | null,
): boolean {
  const definitions = readStoredParameters(options)
  if (rules === null && definitions.some(({ type }) => type === 'text')) return false
  if (!template.includes('{{')) return true
  const parts = readTemplate(template)
  if (parts === null) return false
  const byName = definitionsByName(definitions)
  const free = parts.flatMap((part) =>
    part.kind === 'value' ? [typeOfPart(part, byName.get(part.name)) === 'text'] : [],
  )
  if (!free.includes(true)) return true
  if (rules === null) return false
  const { text, offsets } = markedTemplate(parts)
  if (text.length > maxJudgedLength) return false
  return findPositions(text, offsets, rules).every((position, index) => {
    if (free[index] !== true || position.kind === 'comment') return true
    return position.kind !== 'raw' && position.isSafe
  })
}

function readTemplate(template: string): TemplatePart[] | null {
  try {
    return allTemplateParts(template)
  } catch {
    return null
  }
}

function markedTemplate(parts: readonly TemplatePart[]): { text: string; offsets: number[] } {
  const offsets: number[] = []
  const texts: string[] = []
  let length = 0
  for (const part of parts) {
    if (part.kind === 'value') offsets.push(length)
    const text = part.kind === 'value' ? marker : part.text
    texts.push(text)
    length += text.length
  }
  return { text: texts.join(''), offsets }
}
