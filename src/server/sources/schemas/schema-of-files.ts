import type { Db } from '#server/kernel/index.ts'
import { holdUntilTaken, type Reader } from '#server/runs/index.ts'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { tableColumnNames } from '#shared/results/table-columns.ts'
import { type ListedFile, listTableFiles, readColumns } from '../files/file-store.ts'
import { listedTables } from './listed-columns.ts'
import { sortSchema } from './sort-schema.ts'

/** The tables of uploaded files. They are read each time, so that a new file is there at once. */
export async function schemaOfFiles(db: Db, dataSourceId: number, reader: Reader): Promise<SchemaTable[]> {
  const tables = new Map<string, { first: ListedFile; size: number }>()
  for (const file of await listTableFiles(db, dataSourceId)) {
    const { first, size } = tables.get(file.table_name ?? '') ?? { first: file, size: 0 }
    tables.set(file.table_name ?? '', { first, size: size + (file.row_count ?? 0) })
  }
  const { listed, bytes } = listedTables([...tables.values()].map(({ first }) => first))
  await holdUntilTaken(reader, bytes * 2)
  const known = await readColumns(
    db,
    listed.map(({ id }) => id),
  )
  return sortSchema(
    [...tables].map(([name, { first, size }]) => {
      const columns = known.get(first.id)
      const names = tableColumnNames((columns ?? []).map((column) => column.name))
      return {
        ...{ name, size, description: first.file_name },
        columns: (columns ?? []).map(({ type }, at) => ({
          name: names[at] ?? '',
          ...(type === null ? {} : { type }),
        })),
        ...(columns === undefined && { columns_left_out: true }),
      }
    }),
  )
}
