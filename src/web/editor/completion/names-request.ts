import type { CompletionRequest } from '#web/schema-browser/complete-names.ts'
import type { Scope } from './statement-scope.ts'
import type { WordAtCursor } from './word-at-cursor.ts'

/** Which names to ask for at a place; null: none fit. */
export function namesRequest(word: WordAtCursor, scope: Scope, cursor: number): CompletionRequest | null {
  const { place, relations, queries, selected } = scope
  const isTables = place.kind === 'tables'
  if (word.qualifier === null && !isTables && place.kind !== 'columns') return null
  const joined = relations.findLast(({ at, isOuter }) => !isOuter && at !== undefined && at < cursor) ?? null
  return {
    qualifier: word.qualifier,
    prefix: word.prefix,
    place: isTables ? 'tables' : 'columns',
    relations,
    queries,
    selected: place.usesSelected ? selected : [],
    joined: place.joins ? joined : null,
    target: word.qualifier === null ? (place.target ?? null) : null,
  }
}
