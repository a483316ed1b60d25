import type { CellEncoder } from '../connector.ts'
import { encodeBytes, encodeInteger, encodeText, encodeValue } from '../encode-cell.ts'
import { db2Dialect } from './vendor-dialect.ts'
import { serveVendor, type VendorAnswer, type VendorColumn } from './vendor-engine.ts'
import { connectionString } from './vendor-options.ts'

/** The part of the package `ibm_db` that is used. */
interface Db2Package {
  open(connectionString: string): Promise<Db2Connection>
}
interface Db2Connection {
  queryResult(text: string): Promise<[Db2Result | null, unknown]>
}
interface Db2Result {
  getColumnMetadataSync(): Db2Column[]
  /** rows as lists, an empty list at the end */
  fetchN(count: number, option: { fetchMode: 3 }): Promise<unknown[][]>
  closeSync(): void
}
interface Db2Column {
  SQL_DESC_NAME: string
  SQL_DESC_TYPE_NAME: string
  SQL_DESC_PRECISION: number
}

const fetchCount = 500

/** The package reads it as a Date; the zone of this process is UTC, so its fields are those of the server. */
const encodeDate: CellEncoder = (cell) =>
  cell instanceof Date && !Number.isNaN(cell.getTime())
    ? encodeText(cell.toISOString().replace('Z', ''))
    : encodeText(cell)

function columnOf(column: Db2Column): VendorColumn {
  const name = column.SQL_DESC_NAME
  switch (column.SQL_DESC_TYPE_NAME.toUpperCase()) {
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return { name, type: 'integer', encode: encodeInteger }
    case 'DECIMAL':
    case 'NUMERIC':
    case 'DECFLOAT':
      return { name, type: 'float', encode: encodeValue, isRounded: column.SQL_DESC_PRECISION > 15 }
    case 'REAL':
    case 'FLOAT':
    case 'DOUBLE':
      return { name, type: 'float', encode: encodeValue }
    case 'BOOLEAN':
      return { name, type: 'boolean', encode: encodeValue }
    case 'DATE':
      return { name, type: 'date', encode: encodeText }
    case 'TIMESTAMP':
      return { name, type: 'datetime', encode: encodeDate }
    case 'BLOB':
    case 'BINARY':
    case 'VARBINARY':
    case 'CHAR FOR BIT DATA':
    case 'VARCHAR FOR BIT DATA':
      return { name, type: 'string', encode: encodeBytes }
    default:
      return { name, type: 'string', encode: encodeText }
  }
}

async function ask(connection: Db2Connection, text: string): Promise<VendorAnswer> {
  const [result] = await connection.queryResult(text)
  const columns = result?.getColumnMetadataSync() ?? []
  return {
    columns: columns.map(columnOf),
    rows: rowsOf(columns.length === 0 ? null : result),
    close: async () => result?.closeSync(),
  }
}

async function* rowsOf(result: Db2Result | null): AsyncGenerator<unknown[][]> {
  if (result === null) return
  for (;;) {
    const rows = await result.fetchN(fetchCount, { fetchMode: 3 })
    if (rows.length === 0) return
    yield rows
  }
}

serveVendor({
  name: 'ibm_db',
  dialect: db2Dialect,
  ping: 'SELECT 1 FROM SYSIBM.SYSDUMMY1',
  columns: `SELECT c.TABSCHEMA, c.TABNAME, c.COLNAME, c.TYPENAME FROM SYSCAT.TABLES t
    JOIN SYSCAT.COLUMNS c ON c.TABSCHEMA = t.TABSCHEMA AND c.TABNAME = t.TABNAME
    WHERE t.TYPE = 'T' AND t.TABSCHEMA NOT IN ('SYSIBM')`,
  async connect(loaded, { host, port, user, password, database }) {
    const connection = await (loaded as Db2Package).open(
      connectionString({
        ...{ DATABASE: database, HOSTNAME: host, PORT: port, PROTOCOL: 'TCPIP', UID: user, PWD: password },
        ConnectTimeout: 15,
      }),
    )
    return { ask: (text) => ask(connection, text) }
  },
})
