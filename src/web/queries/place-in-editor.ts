import type { TextPlace } from '#shared/results/execution-step.ts'

/** Converts a place in a run selection into one in the whole text; `offset` is the start of the selection. */
export function placeInEditor(place: TextPlace, text: string, offset: number): TextPlace {
  if (offset === 0) return place
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  const column = offset - (before.lastIndexOf('\n') + 1)
  return { line: place.line + line - 1, column: place.line === 1 ? place.column + column : place.column }
}
