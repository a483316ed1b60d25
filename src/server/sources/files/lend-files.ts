import type pg from 'pg'
import type { FileLender, LentFileTable } from '#connectors/connector.ts'
import { QueryFailed } from '#connectors/connector-errors.ts'
import type { Db } from '#server/kernel/index.ts'
import type { FileColumn } from '#shared/data-sources/files-api.ts'
import { fileChunks } from './file-content-store.ts'
import { type ListedFile, listTableFiles, readColumns } from './file-store.ts'

/** Lends the uploaded tables of a data source: the rows of all files of a table, in the order of their upload. */
export function lendFiles({ db, pool }: { db: Db; pool: pg.Pool }, dataSourceId: number): FileLender {
  return {
    async tables() {
      const tables = new Map<string, ListedFile[]>()
      for (const file of await listTableFiles(db, dataSourceId)) {
        const name = file.table_name as string
        tables.set(name, [...(tables.get(name) ?? []), file])
      }
      // the files of a table have the same columns
      const columns = await readColumns(
        db,
        [...tables.values()].map(([first]) => first?.id ?? 0),
      )
      return [...tables].map(([name, files]) =>
        lentTable(pool, name, files, columns.get(files[0]?.id ?? 0) ?? []),
      )
    },
  }
}

function lentTable(pool: pg.Pool, name: string, files: ListedFile[], columns: FileColumn[]): LentFileTable {
  const count = (file: ListedFile) => file.row_count ?? 0
  return {
    name,
    columns,
    row_count: files.reduce((sum, file) => sum + count(file), 0),
    async *frames() {
      for (const file of files) {
        let rows = 0
        for await (const { frame, row_count } of fileChunks(pool, file)) {
          rows += row_count
          yield frame
        }
        // never a part for the whole
        if (rows !== count(file)) {
          throw new QueryFailed(
            `A file of the table ${name} was replaced or deleted while it was read. Please run the query again.`,
          )
        }
      }
    },
  }
}
