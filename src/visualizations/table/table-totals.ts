import { formatCell } from '#shared/results/cell-text.ts'
import type { ColumnFacts } from '#shared/results/column-facts.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import type { HostSettings } from '../visualization.ts'

export const totalKinds = ['sum', 'average', 'least', 'most', 'count', 'distinct'] as const
export type TotalKind = (typeof totalKinds)[number]

/** What the totals row shows of a column; null: nothing. */
export function totalKindOf({ total }: TableColumn): TotalKind | null {
  return totalKinds.find((kind) => kind === total) ?? null
}

/** The text of a total, with the format of its column; "" when the column has no such figure. */
export function totalText(column: TableColumn, facts: ColumnFacts, settings: HostSettings): string {
  const formatted = (value: string | null) => (value === null ? '' : formatCell(column, value, settings))
  switch (totalKindOf(column)) {
    case 'sum':
      return formatted(facts.sum)
    case 'average':
      return formatted(facts.average)
    case 'least':
      return formatted(facts.least)
    case 'most':
      return formatted(facts.most)
    case 'count':
      return String(facts.rows - facts.nulls)
    case 'distinct':
      return facts.has_more ? `> ${facts.distinct}` : String(facts.distinct)
    default:
      return ''
  }
}
