import { QueryFailed } from '#connectors/connector-errors.ts'
import { findConnector } from '#connectors/registry.ts'
import { findReferences } from '#shared/sql/query-references.ts'
import type { LentQuery } from './inner-run-store.ts'

/** Runs that need each other may be nested this deep. */
export const maxDepth = 10

/** Queries that run when this text runs. Stored results need nothing to run. */
export function queriesThatRun(query: Pick<LentQuery, 'query_text' | 'source_type'>): number[] {
  const connector = query.source_type === null ? undefined : findConnector(query.source_type)
  if (connector?.readsQueries !== true || connector.binds === null) return []
  const references = findReferences(query.query_text, connector.binds.dialect)
  return [...new Set(references.flatMap(({ kind, id }) => (kind === 'cached' ? [] : [id])))]
}

/**
 * Refuses queries that read each other in a circle, also through other queries. `path`: the queries that run already,
 * the outermost first.
 */
export async function refuseCircles(
  path: readonly number[],
  ids: readonly number[],
  find: (id: number) => Promise<Pick<LentQuery, 'query_text' | 'source_type'> | null>,
): Promise<void> {
  const clear = new Set<number>()
  const walk = async (id: number, above: readonly number[]): Promise<void> => {
    const from = above.indexOf(id)
    if (from !== -1) throw circle([...above.slice(from), id])
    if (above.length >= maxDepth) throw tooDeep([...above, id])
    if (clear.has(id)) return
    const query = await find(id)
    for (const inner of query === null ? [] : queriesThatRun(query)) await walk(inner, [...above, id])
    clear.add(id)
  }
  for (const id of ids) await walk(id, path)
}

function circle(ids: readonly number[]): QueryFailed {
  return new QueryFailed(`Queries cannot read each other in a circle: ${chain(ids)}.`)
}

export function tooDeep(ids: readonly number[]): QueryFailed {
  return new QueryFailed(`Queries may read each other over at most ${maxDepth} steps: ${chain(ids)}.`)
}

function chain(ids: readonly number[]): string {
  return ids.map((id) => `query_${id}`).join(' → ')
}
