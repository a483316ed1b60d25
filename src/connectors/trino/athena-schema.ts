import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { gatherAnswer, listOfTables } from '../answer.ts'
import { QueryFailed } from '../connector-errors.ts'
import { askAws } from '../credentials/aws-request.ts'
import { textOf } from '../http-answer.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { type AthenaLink, runQuery } from './athena-run.ts'

/** Tables as `database.table`. */
export async function readAthenaTables(link: AthenaLink, signal: AbortSignal): Promise<SchemaTable[]> {
  const { catalogs } = link.options
  const tables =
    catalogs === null ? await tablesOfAthena(link, signal) : await tablesOfGlue(link, catalogs, signal)
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
}

const columnsText =
  "SELECT table_schema, table_name, column_name, data_type FROM information_schema.columns WHERE table_schema <> 'information_schema'"

async function tablesOfAthena(link: AthenaLink, signal: AbortSignal): Promise<SchemaTable[]> {
  const { sink, rows } = gatherAnswer(listOfTables)
  // a listing belongs to no run, so no later worker continues it
  await runQuery({ ...link, host: { ...link.host, reportBackend() {} } }, columnsText, sink, signal)
  const tables = new Map<string, SchemaTable>()
  for (const row of rows) {
    const [database, table, column, type] = row.map((cell) => readString((cell as string | null) ?? '') ?? '')
    const name = `${database}.${table}`
    const found = tables.get(name) ?? { name, columns: [] }
    tables.set(name, found)
    found.columns.push({ name: column ?? '', type: type ?? '' })
  }
  return sorted([...tables.values()])
}

const glue = { name: 'glue', target: 'AWSGlue', version: '1.1' } as const
/** The most that Glue returns at once. */
const pageSize = 100

/** A few calls for each database; those of other accounts are named by the id of their catalog. */
async function tablesOfGlue(
  link: AthenaLink,
  catalogs: readonly string[],
  signal: AbortSignal,
): Promise<SchemaTable[]> {
  const tables: SchemaTable[] = []
  const list = lister(link, signal)
  for (const catalog of catalogs) {
    const within = catalog === '' ? {} : { CatalogId: catalog }
    for (const database of await list('GetDatabases', 'DatabaseList', within)) {
      const databaseName = readString(cutObject(database).get('Name') ?? '') ?? ''
      const input = { ...within, DatabaseName: databaseName }
      for (const table of await list('GetTables', 'TableList', input)) {
        const read = tableOf(databaseName, cutObject(table))
        if (read !== null) tables.push(read)
      }
    }
  }
  return sorted(tables)
}

/** The items of all pages of a list, of all lists together no more than a schema may have. */
function lister({ options, host }: AthenaLink, signal: AbortSignal) {
  let length = 0
  return async (operation: string, member: string, input: object): Promise<string[]> => {
    const items: string[] = []
    for (let token: string | null = null; ; ) {
      const page = { ...input, MaxResults: pageSize, ...(token === null ? {} : { NextToken: token }) }
      const reply = await askAws({ identity: options.identity, host }, glue, operation, page, signal)
      const answer = await textOf(reply, listOfTables.length, listOfTables.message)
      length += answer.length
      if (length > listOfTables.length) throw new QueryFailed(listOfTables.message)
      const members = cutObject(answer)
      items.push(...cutList(members.get(member) ?? '[]'))
      token = readString(members.get('NextToken') ?? '')
      if (token === null || token === '') return items
    }
  }
}

/** Null: a link to a table elsewhere, or a view of another engine, which has no columns here. */
function tableOf(database: string, table: ReadonlyMap<string, string>): SchemaTable | null {
  const storage = table.get('StorageDescriptor')
  if (storage === undefined || storage === 'null') return null
  const description = readString(table.get('Description') ?? '')
  const listed = [cutObject(storage).get('Columns'), table.get('PartitionKeys')]
  return {
    name: `${database}.${readString(table.get('Name') ?? '') ?? ''}`,
    columns: listed
      .flatMap((list) => cutList(list === undefined || list === 'null' ? '[]' : list))
      .map(columnOf),
    ...(description ? { description } : {}),
  }
}

function columnOf(item: string): SchemaTable['columns'][number] {
  const column = cutObject(item)
  const comment = readString(column.get('Comment') ?? '')
  return {
    name: readString(column.get('Name') ?? '') ?? '',
    type: readString(column.get('Type') ?? '') ?? '',
    ...(comment ? { description: comment } : {}),
  }
}

function sorted(tables: SchemaTable[]): SchemaTable[] {
  for (const { columns } of tables) columns.sort((one, other) => (one.name < other.name ? -1 : 1))
  return tables
}
