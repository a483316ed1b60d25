import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { SchemaLevels } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'

type Ask = (text: string, signal: AbortSignal) => Promise<string[][]>

/** Where the views of the catalogue are missing, each table is asked for its columns, up to so many. */
const maxDescribed = 500

/** The schema of the catalog of the warehouse, in parts. */
export function databricksLevels(ask: Ask): SchemaLevels {
  const namesOf = async (database: string, signal: AbortSignal) => {
    const rows = await ask(`SHOW TABLES IN ${quoted(database)}`, signal)
    // views of a session belong to no database
    return rows.filter(([of = '']) => of !== '').map(([, name = '']) => name)
  }
  const columns = async (database: string, table: string, signal: AbortSignal) =>
    columnsIn(await ask(`DESCRIBE TABLE ${quoted(database)}.${quoted(table)}`, signal))
  const allColumns = async (database: string, tables: readonly string[], signal: AbortSignal) => {
    const found = new Map<string, SchemaColumn[]>()
    try {
      const rows = await ask(columnsText(database), signal)
      for (const [table = '', ...column] of rows)
        found.set(table, [...(found.get(table) ?? []), columnOf(column)])
      return found
    } catch (error) {
      // a catalog of Hive has no such view
      if (!(error instanceof QueryFailed)) throw error
    }
    if (tables.length > maxDescribed) return null
    for (const table of tables) found.set(table, await columns(database, table, signal))
    return found
  }
  return {
    async databases(signal) {
      return (await ask('SHOW DATABASES', signal)).map(([name = '']) => name)
    },
    async tables(database, withColumns, signal) {
      const names = await namesOf(database, signal)
      const found = withColumns ? await allColumns(database, names, signal) : null
      const tables = names.map((name): SchemaTable => {
        return { name: `${database}.${name}`, columns: found?.get(name) ?? [] }
      })
      return { tables, hasColumns: found !== null }
    },
    columns,
  }
}

/** In the order of the table; what comes behind an empty line or a heading is about partitions. */
function columnsIn(rows: readonly string[][]): SchemaColumn[] {
  const end = rows.findIndex(([name = '']) => name === '' || name.startsWith('# '))
  return rows.slice(0, end === -1 ? rows.length : end).map(columnOf)
}

function columnOf([name = '', type = '', description = '']: readonly string[]): SchemaColumn {
  return { name, type, ...(description === '' ? {} : { description }) }
}

function columnsText(database: string): string {
  const literal = `'${database.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  return `SELECT table_name, column_name, full_data_type, comment FROM information_schema.columns WHERE table_schema = ${literal} ORDER BY table_name, ordinal_position`
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``
}
