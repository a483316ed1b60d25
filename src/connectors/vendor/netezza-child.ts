import type { CellEncoder } from '../connector.ts'
import { encodeBytes, encodeInteger, encodeText, encodeValue, refuseCell } from '../encode-cell.ts'
import { EngineError } from '../engine-child.ts'
import { encodeInstant } from '../printed-times.ts'
import { netezzaDialect } from './vendor-dialect.ts'
import { serveVendor, type VendorAnswer, type VendorColumn } from './vendor-engine.ts'
import { connectionString } from './vendor-options.ts'

/** The part of the package `odbc` that is used. */
interface OdbcPackage {
  connect(options: { connectionString: string; loginTimeout: number }): Promise<OdbcConnection>
}
interface OdbcConnection {
  query(text: string, options: { cursor: true; fetchSize: number }): Promise<OdbcCursor | OdbcRows>
}
type OdbcRows = Record<string, unknown>[] & { columns?: OdbcColumn[] }
interface OdbcCursor {
  readonly noData: boolean
  fetch(): Promise<OdbcRows>
  close(): Promise<void>
}
interface OdbcColumn {
  name: string
  dataType: number
  columnSize: number
}

const fetchSize = 500
const loginSeconds = 15

const encodeBoolean: CellEncoder = (cell) => {
  const text = String(cell)
  if (/^(?:1|t|true)$/i.test(text)) return 'true'
  return /^(?:0|f|false)$/i.test(text) ? 'false' : refuseCell(text, 'boolean')
}

/** By the numbers that ODBC gives its types. */
function columnOf({ name, dataType, columnSize }: OdbcColumn): VendorColumn {
  switch (dataType) {
    case -7:
      return { name, type: 'boolean', encode: encodeBoolean }
    case -6:
    case -5:
    case 4:
    case 5:
      return { name, type: 'integer', encode: encodeInteger }
    case 2:
    case 3:
      return { name, type: 'float', encode: encodeValue, isRounded: columnSize > 15 || columnSize === 0 }
    case 6:
    case 7:
    case 8:
      return { name, type: 'float', encode: encodeValue }
    case 91:
      return { name, type: 'date', encode: encodeText }
    case 93:
      return { name, type: 'datetime', encode: encodeInstant }
    case -2:
    case -3:
    case -4:
      return { name, type: 'string', encode: bytesOf }
    default:
      return { name, type: 'string', encode: encodeText }
  }
}

const bytesOf: CellEncoder = (cell) => encodeBytes(cell instanceof ArrayBuffer ? new Uint8Array(cell) : cell)

async function ask(connection: OdbcConnection, text: string): Promise<VendorAnswer> {
  const answer = await connection.query(text, { cursor: true, fetchSize })
  if (Array.isArray(answer)) return { columns: [], rows: noRows(), close: async () => {} }
  const first = await answer.fetch()
  const columns = (first.columns ?? []).map(columnOf)
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) {
    await answer.close()
    throw new EngineError(
      `Two columns are called ${JSON.stringify(twice)}, which the driver cannot tell apart. Rename one of them.`,
      null,
    )
  }
  return {
    columns,
    rows: rowsOf(answer, first),
    close: () => answer.close(),
  }
}

async function* noRows(): AsyncGenerator<never> {}

/** The package gives rows as objects by the names of columns. */
async function* rowsOf(cursor: OdbcCursor, first: OdbcRows): AsyncGenerator<unknown[][]> {
  for (let rows = first; ; rows = await cursor.fetch()) {
    const names = rows.columns?.map(({ name }) => name) ?? []
    yield rows.map((row) => names.map((name) => row[name]))
    if (cursor.noData) break
  }
}

serveVendor({
  name: 'odbc',
  dialect: netezzaDialect,
  ping: 'SELECT 1',
  columns: `SELECT schema, name, attname, format_type FROM _v_relation_column
    WHERE database = CURRENT_CATALOG AND type IN ('TABLE', 'VIEW', 'EXTERNAL TABLE', 'MATERIALIZED VIEW')`,
  async connect(loaded, { host, port, user, password, database }) {
    const connection = await (loaded as OdbcPackage).connect({
      connectionString: connectionString({
        ...{ Driver: 'NetezzaSQL', servername: host, port, database, username: user, password },
      }),
      loginTimeout: loginSeconds,
    })
    return { ask: (text) => ask(connection, text) }
  },
})
