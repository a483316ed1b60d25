import type { Db } from '#server/kernel/index.ts'
import { type FileColumn, maxFileTables } from '#shared/data-sources/files-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { forgetSchema } from '../data-sources/data-source-store.ts'
import {
  columnsOf,
  findFile,
  listTableFiles,
  lockFile,
  lockTables,
  nameTable,
  readColumns,
  removeFilesOfTable,
  type StoredFile,
} from './file-store.ts'

interface Place {
  table_name: string
  mode: 'new' | 'replace' | 'append'
}

/**
 * Makes a file that was read a table, in one transaction: queries find the files before or the files after. Throws
 * file.not_read, file.is_table, file.table_taken, file.table_missing, file.columns_differ and file.too_many_tables.
 */
export async function placeFile(db: Db, file: StoredFile, { table_name, mode }: Place): Promise<StoredFile> {
  return await db.transaction().execute(async (tx) => {
    await lockTables(tx, file.data_source_id)
    await lockFile(tx, file.id)
    const current = await findFile(tx, file.data_source_id, file.id)
    if (current === null) throw refuse('not_found')
    if (current.table_name !== null) throw refuse('file.is_table')
    if (current.reading === 0) throw refuse('file.not_read')
    const tables = await listTableFiles(tx, file.data_source_id)
    const [first] = tables.filter((other) => other.table_name === table_name)
    if (mode === 'new') {
      if (first !== undefined) throw refuse('file.table_taken', { table: table_name, field: 'table_name' })
      if (new Set(tables.map((other) => other.table_name)).size >= maxFileTables)
        throw refuse('file.too_many_tables', { count: maxFileTables })
    } else if (first === undefined) {
      throw refuse('file.table_missing', { table: table_name, field: 'table_name' })
    } else if (mode === 'append')
      requireSameColumns((await readColumns(tx, [first.id])).get(first.id) ?? [], columnsOf(current) ?? [])
    else await removeFilesOfTable(tx, file.data_source_id, table_name)
    await nameTable(tx, file.id, table_name)
    await forgetSchema(tx, file.data_source_id)
    return { ...current, table_name }
  })
}

function requireSameColumns(ofTable: readonly FileColumn[], own: readonly FileColumn[]): void {
  const described = ({ name, type }: FileColumn) => `${name} (${type})`
  const at = ofTable.findIndex((column, place) => {
    const other = own[place]
    return other === undefined || described(other) !== described(column)
  })
  if (at === -1 && ofTable.length === own.length) return
  const [wanted, found] = [ofTable[at], own[at === -1 ? ofTable.length : at]]
  const nothing = phrase('nothing')
  throw refuse('file.columns_differ', {
    reason: phrase(
      'The columns differ: the table has {wanted} where the file has {found}. Names, types and their order must be the same.',
      {
        wanted: wanted === undefined ? nothing : described(wanted),
        found: found === undefined ? nothing : described(found),
      },
    ),
  })
}
