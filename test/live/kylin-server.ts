import { splitStatements } from '#shared/sql/split-statements.ts'
import {
  accountOf,
  doubleDatabase,
  type HttpDouble,
  lazyRows,
  placeOf,
  Refused,
  startDouble,
} from './lazy-rows.ts'

/** A protocol double of the REST API of Kylin, written from its public reference, over SQLite. Texts with `/* hangs *\/` are never answered. */
export const kylinUser = { user: 'ADMIN', password: 'secret-of-kylin' }
export const kylinProject = 'learn_kylin'

const typeNames: Readonly<Record<string, string>> = {
  integer: 'BIGINT',
  float: 'DOUBLE',
  string: 'VARCHAR',
  bytes: 'VARBINARY',
}
const tables = [
  {
    ...{ table_CAT: 'defaultCatalog', table_SCHEM: 'DEFAULT', table_NAME: 'SALES' },
    columns: [
      { column_NAME: 'PRICE', type_NAME: 'DECIMAL' },
      { column_NAME: 'PART_DT', type_NAME: 'DATE' },
    ],
  },
  {
    ...{ table_CAT: 'defaultCatalog', table_SCHEM: 'EDW', table_NAME: 'CAL' },
    columns: [{ column_NAME: 'WEEK', type_NAME: 'INTEGER' }],
  },
]
const dialect = {
  ...{ backslashEscapes: false, dollarQuotes: false, variableSigns: '$?', hashComments: false },
  ...{ backtickNames: false, slashLines: true },
}

export async function startKylin(): Promise<HttpDouble> {
  const database = doubleDatabase()
  const double = await startDouble(({ request, url, body }) => {
    if (accountOf(request) !== `${kylinUser.user}:${kylinUser.password}`) throw new Refused(401, '')
    if (request.method === 'GET' && url.pathname === '/kylin/api/tables_and_columns') {
      if (url.searchParams.get('project') !== kylinProject) {
        throw new Refused(500, {
          code: '999',
          exception: `Cannot find project '${url.searchParams.get('project')}'`,
        })
      }
      return JSON.stringify(tables)
    }
    if (request.method !== 'POST' || url.pathname !== '/kylin/api/query')
      throw new Refused(404, '<html>404</html>')
    if (request.headers['content-type'] !== 'application/json') throw new Refused(415, '')
    const { sql, offset, limit, acceptPartial, project, ...others } = JSON.parse(body) as Record<
      string,
      unknown
    >
    const isBody = typeof sql === 'string' && offset === 0 && limit === 0 && acceptPartial === false
    if (!isBody || project !== kylinProject || Object.keys(others).length > 0) {
      throw new Refused(400, { code: '999', exception: 'the request is malformed' })
    }
    if (sql.includes('/* hangs */')) return null
    if (splitStatements(sql, dialect).length !== 1)
      throw new Refused(500, { exception: 'more than one statement' })
    return answer(database, sql)
  })
  const stop = async () => {
    await double.stop()
    database.close()
  }
  return { ...double, stop }
}

function answer(database: ReturnType<typeof doubleDatabase>, sql: string): string {
  try {
    const rows = lazyRows(database, sql)
    const columnMetas = rows.names.map((name, at) => {
      const type = rows.types[at] ?? 'VARCHAR'
      return { label: name, name, columnType: 0, columnTypeName: typeNames[type] ?? type }
    })
    const results = rows
      .next(Number.POSITIVE_INFINITY)
      .map((row) => row.map((cell) => (cell === null ? null : String(cell))))
    const rest = {
      affectedRowCount: 0,
      isException: false,
      exceptionMessage: null,
      duration: 1,
      partial: false,
    }
    return JSON.stringify({ columnMetas, results, ...rest })
  } catch (error) {
    const { message } = error as Error
    const place = placeOf(sql, message)
    const where = place === null ? '' : ` at line ${place.line}, column ${place.column}.`
    // what the parser refuses is a status, and a failing query is not
    const told = `${message}${where}\nwhile executing SQL: "${sql.slice(0, 1000)}"`
    if (place !== null) throw new Refused(500, { url: 'http://localhost/kylin/api/query', exception: told })
    return JSON.stringify({ columnMetas: null, results: null, isException: true, exceptionMessage: told })
  }
}
