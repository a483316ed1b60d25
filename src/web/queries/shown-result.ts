/** The result that a new query shows when it is saved, for the page of the stored query that takes its place. */
let handedOver: { queryId: number; resultId: number } | null = null

export function handOverResult(queryId: number, resultId: number | undefined): void {
  handedOver = resultId === undefined ? null : { queryId, resultId }
}

/** Where the cursor was in the text of the new query, for the editor that goes on there. */
let cursor: { queryId: number; at: number } | null = null

export function handOverCursor(queryId: number, at: number): void {
  cursor = { queryId, at }
}

/** Null: none was handed over to this query. */
export function handedOverCursor(queryId: number): number | null {
  return cursor?.queryId === queryId ? cursor.at : null
}

export function forgetCursor(): void {
  cursor = null
}

/** Takes it, once. Null: none was handed over to this query. */
export function takeHandedOverResult(queryId: number | null): number | null {
  const taken = handedOver
  handedOver = null
  return taken !== null && taken.queryId === queryId ? taken.resultId : null
}
