import type { StoredResult } from './result-store.ts'

/** JSON text before and after the rows; the stored chunks between them stay unchanged. */
export interface Envelope {
  head: string
  tail: string
}

/** `{"query_result": …}` (docs/reference/api-conventions.md#query-result), columns before rows. */
export function resultEnvelope(result: StoredResult): Envelope {
  const facts = JSON.stringify({ id: result.id, query_hash: result.query_hash, query: result.query_text })
  const rest = JSON.stringify({
    data_source_id: result.data_source_id,
    runtime: result.runtime,
    retrieved_at: result.retrieved_at.toISOString(),
  })
  return {
    head: `{"query_result":${facts.slice(0, -1)},"data":{"columns":${result.columns_json},"rows":[`,
    tail: `]${members(result.extras_json)}},${rest.slice(1)}}`,
  }
}

/**
 * The reply to an execution by a caller with the query's key: `data` and `retrieved_at`
 * (docs/reference/api-access.md#key-actors), and the id, to download exactly this result.
 */
export function reducedEnvelope(result: StoredResult): Envelope {
  return {
    head: `{"query_result":{"id":${result.id},"data":{"columns":${result.columns_json},"rows":[`,
    tail: `]${members(result.extras_json)}},"retrieved_at":${JSON.stringify(result.retrieved_at.toISOString())}}}`,
  }
}

/** The same around only the first rows of a large result; it contains their number. */
export function headEnvelope(result: StoredResult, { head, tail }: Envelope): Envelope {
  return { head, tail: `],"row_count":${result.row_count}${tail.slice(1)}` }
}

/** The members of a JSON object, to append to others. */
function members(objectText: string): string {
  const inner = objectText.slice(1, -1)
  return inner === '' ? '' : `,${inner}`
}
