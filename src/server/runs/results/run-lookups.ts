import { setImmediate as turn } from 'node:timers/promises'
import type { Db } from '#server/kernel/index.ts'
import { findChosen } from './dropdown-options.ts'
import {
  type ExecutionQuery,
  type ExecutionSource,
  findExecutionQueries,
  findExecutionQuery,
  findExecutionSource,
  findExecutionSources,
  findOrganizationSettings,
} from './execution-store.ts'
import {
  findChunksOfRanges,
  findChunksOfRows,
  findFreshResult,
  findFreshResults,
  findResult,
  findResults,
  type RowRange,
  type RunKey,
  type StoredResult,
} from './result-store.ts'

export type { ExecutionQuery as LookedUpQuery, ExecutionSource as LookedUpSource } from './execution-store.ts'
export type { StoredResult as LookedUpResult } from './result-store.ts'

/** Lookups before a run can be requested: texts, data sources, and the lists that values are compared with. */
export interface RunLookups {
  settings(): Promise<Record<string, unknown>>
  query(id: number): Promise<ExecutionQuery | null>
  source(id: number): Promise<ExecutionSource | null>
  result(id: number): Promise<StoredResult | null>
  /** the newest result of any age */
  newestResult(key: RunKey): Promise<StoredResult | null>
  /** the wanted values that are in the list of this result */
  chosen(result: StoredResult, wanted: readonly string[]): Promise<string[]>
}

export interface BindNeeds {
  /** whom the values are for (jobs/asker.ts): long texts of lists are prepared in turns */
  asker: string
  lookups: RunLookups
  now: Date
  matches(pattern: string, value: string): boolean
}

/** For a single run: one statement per lookup. */
export function lookUpEach(db: Db, orgId: number): RunLookups {
  return {
    settings: () => findOrganizationSettings(db, orgId),
    query: (id) => findExecutionQuery(db, orgId, id),
    source: (id) => findExecutionSource(db, orgId, id),
    result: (id) => findResult(db, id),
    newestResult: ({ data_source_id, query_hash }) => findFreshResult(db, data_source_id, query_hash, null),
    chosen: (result, wanted) =>
      findChosen(
        ({ result_id, from, count }) => findChunksOfRows(db, result_id, from, count),
        result,
        wanted,
      ),
  }
}

interface Wanted {
  result: StoredResult
  wanted: readonly string[]
}

/**
 * For many concurrent runs: simultaneous lookups share one statement, however many they are
 * (docs/reference/promises.md#p7).
 */
export function lookUpTogether(db: Db, orgId: number): RunLookups {
  let settings: Promise<Record<string, unknown>> | null = null
  const byId = (id: number) => `${id}`
  const ofKey = ({ data_source_id, query_hash }: RunKey) => `${data_source_id} ${query_hash}`
  const ofRange = ({ result_id, from, count }: RowRange) => `${result_id} ${from} ${count}`
  const chunks = askTogether(ofRange, async (ranges) => {
    const found = Map.groupBy(await findChunksOfRanges(db, ranges), (chunk) => chunk.result_id)
    const within = ({ result_id, from, count }: RowRange) =>
      (found.get(result_id) ?? []).filter(
        ({ first_row, row_count }) => first_row < from + count && first_row + row_count > from,
      )
    return new Map(ranges.map((range) => [ofRange(range), within(range)]))
  })
  const ofList = ({ result, wanted }: Wanted) => `${result.id} ${JSON.stringify(wanted)}`
  const chosen = askTogether(ofList, async (lists: readonly Wanted[]) => {
    const read = async (range: RowRange) => (await chunks(range)) ?? []
    const find = async (list: Wanted) =>
      [ofList(list), await findChosen(read, list.result, list.wanted)] as const
    return new Map(await Promise.all(lists.map(find)))
  })
  return {
    settings() {
      settings ??= findOrganizationSettings(db, orgId)
      return settings
    },
    query: askTogether(byId, async (ids) => mapById(await findExecutionQueries(db, orgId, ids))),
    source: askTogether(byId, async (ids) => mapById(await findExecutionSources(db, orgId, ids))),
    result: askTogether(byId, async (ids) => mapById(await findResults(db, ids))),
    newestResult: askTogether(ofKey, async (keys) => {
      const results = await findFreshResults(db, keys, null)
      return new Map(results.map((result) => [ofKey(result), result]))
    }),
    chosen: async (result, wanted) => (await chosen({ result, wanted })) ?? [],
  }
}

function mapById<T extends { id: number }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [`${row.id}`, row]))
}

/**
 * Batches lookups: all keys requested before the event loop turns go into one call of `answer`, which returns what it
 * found by key.
 */
function askTogether<A, V>(
  keyOf: (asked: A) => string,
  answer: (asked: readonly A[]) => Promise<ReadonlyMap<string, V>>,
): (asked: A) => Promise<V | null> {
  let waiting: { asked: Map<string, A>; found: Promise<ReadonlyMap<string, V>> } | null = null
  return async (asked) => {
    const key = keyOf(asked)
    if (waiting === null) {
      const round = new Map<string, A>()
      const found = turn().then(() => {
        waiting = null
        return answer([...round.values()])
      })
      waiting = { asked: round, found }
    }
    waiting.asked.set(key, asked)
    return (await waiting.found).get(key) ?? null
  }
}
