import { useEffect, useMemo, useState } from 'react'
import { type ColumnFacts, createFactsCounter } from '#shared/results/column-facts.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import type { VisualizationData } from '../visualization.ts'

/** What a column of a result in the browser holds. */
export function factsOfRows({ rows }: VisualizationData, { name, type }: TableColumn): ColumnFacts {
  const counter = createFactsCounter(type)
  for (const row of rows) counter.add(row[name])
  return counter.facts()
}

/** The facts of one column, read when asked for: from the rows, or from the server. */
export function readFacts(
  data: VisualizationData,
  column: TableColumn,
  signal: AbortSignal,
): Promise<ColumnFacts> {
  return data.source === undefined
    ? Promise.resolve(factsOfRows(data, column))
    : data.source.facts(column.name, column.type, signal)
}

const none: ReadonlyMap<string, ColumnFacts> = new Map()

/** The facts of these columns, by name; without those that are not known yet or cannot be read. */
export function useColumnFacts(
  data: VisualizationData,
  columns: readonly TableColumn[],
): ReadonlyMap<string, ColumnFacts> {
  const { source } = data
  const local = useMemo(
    () =>
      source === undefined && columns.length > 0
        ? new Map(columns.map((column) => [column.name, factsOfRows(data, column)]))
        : none,
    [data, source, columns],
  )
  const [read, setRead] = useState<{ source: unknown; facts: ReadonlyMap<string, ColumnFacts> } | null>(null)
  useEffect(() => {
    if (source === undefined) return
    const abort = new AbortController()
    for (const { name, type } of columns) {
      source.facts(name, type, abort.signal).then(
        (facts) =>
          setRead((before) => ({
            source,
            facts: new Map(before?.source === source ? before.facts : none).set(name, facts),
          })),
        // the cells are shown without what would be computed from it
        () => undefined,
      )
    }
    return () => abort.abort()
  }, [source, columns])
  if (source === undefined) return local
  return read?.source === source ? read.facts : none
}
