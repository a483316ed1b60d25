import pg from 'pg'

/** Every row of every table of a database as text, including the job queue: the content of a dump. */
export async function contentsOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`)
    const parts: string[] = []
    for (const { name } of tables.rows) {
      const rows = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      parts.push(name, ...rows.rows.map(({ row }) => withReadableBytes(row)))
    }
    return parts.join('\n')
  } finally {
    await client.end()
  }
}

/** Bytes are printed as hexadecimal digits, so they are also decoded: otherwise a search for text would miss them. */
function withReadableBytes(row: string): string {
  return row.replace(/\\x((?:[0-9a-f]{2})+)/g, (whole, digits: string) =>
    [whole, Buffer.from(digits, 'hex').toString('latin1')].join(' '),
  )
}
