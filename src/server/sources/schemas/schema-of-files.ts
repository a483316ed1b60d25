import type { Db } from '#server/kernel/index.ts'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { tableColumnNames } from '#shared/results/table-columns.ts'
import { columnsOf, listTableFiles } from '../files/file-store.ts'
import { sortSchema } from './sort-schema.ts'

/** The tables of uploaded files. They are read each time, so that a new file is there at once. */
export async function schemaOfFiles(db: Db, dataSourceId: number): Promise<SchemaTable[]> {
  const tables = new Map<string, SchemaTable>()
  for (const file of await listTableFiles(db, dataSourceId)) {
    const columns = columnsOf(file) ?? []
    const names = tableColumnNames(columns.map((column) => column.name))
    const table = tables.get(file.table_name ?? '') ?? {
      name: file.table_name ?? '',
      size: 0,
      description: file.file_name,
      columns: columns.map(({ type }, at) => ({ name: names[at] ?? '', ...(type === null ? {} : { type }) })),
    }
    tables.set(table.name, { ...table, size: (table.size ?? 0) + (file.row_count ?? 0) })
  }
  return sortSchema([...tables.values()])
}
