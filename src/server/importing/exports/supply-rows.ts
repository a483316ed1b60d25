import { createHash } from 'node:crypto'
import type { Note } from '../bring/report.ts'
import type { Redash } from '../redash/read-redash.ts'
import type { Row } from '../redash/redash-store.ts'
import type { RedashTable } from '../redash/redash-tables.ts'

/** What an export holds, as rows of the tables that an import reads. */
export interface Supply {
  /** the same for each export of the same instance */
  origin: string
  tables: Partial<Record<RedashTable, Row[]>>
  withheld: string[]
  notes: Note[]
}

/** A numeric id derived from a text id; the same in each export. */
export const idFor = (kind: string, text: string): number =>
  createHash('sha256')
    .update(JSON.stringify([kind, text]))
    .digest()
    .readUIntBE(0, 6)

/** Offers the rows of an export as if they were those of a Redash. */
export function supplyRows({ origin, tables, withheld, notes }: Supply): Redash {
  const rowsOf = (table: RedashTable): Row[] => tables[table] ?? []
  return {
    ...{ origin, withheld, notes, host: null, unknown: [], columns: 6 },
    keepsIds: false,
    organization: { name: '', settings: {} },
    async *pages(table) {
      const size = 200
      const rows = rowsOf(table)
      for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
    },
    ids: async (table) => rowsOf(table).map(({ id }) => Number(id)),
    result: async () => null,
    openOptions: (row) => row['options'] as Record<string, unknown>,
  }
}
