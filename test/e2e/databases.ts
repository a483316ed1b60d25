import pg from 'pg'

export function withDatabase(server: string, database: string): string {
  const changed = new URL(server)
  changed.pathname = `/${database}`
  return changed.href
}

export async function isThere(admin: pg.Client, database: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [database])
  return rowCount === 1
}

/** Options of a `pg` data source that reads this database. */
export function postgresOptions(url: string): Record<string, unknown> {
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    host: hostname,
    port: Number(port),
    user: username,
    password: decodeURIComponent(password),
    dbname: pathname.slice(1),
  }
}

/** Rows of a statement that the test sends to the data source directly, not through Sextant. */
export async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
