import type pg from 'pg'
import type { Secrets } from '../net/secrets.ts'
import { storedKey } from '../net/stored-key.ts'

/** Columns that held plain-text keys before migration 0020. */
const plainKeys = [
  { kind: 'user', table: 'users', id: 'id', column: 'api_key' },
  { kind: 'query', table: 'queries', id: 'id', column: 'api_key' },
  { kind: 'dashboard', table: 'dashboard_tokens', id: 'dashboard_id', column: 'token' },
] as const

const batch = 1000

/**
 * Prepares migration 0020, in its transaction: seals every plain-text key into the temporary table that the migration
 * reads. Calls `openSecrets` only when there is something to seal, and throws its errors.
 */
export async function sealKeys(client: pg.ClientBase, openSecrets: () => Promise<Secrets>): Promise<void> {
  await client.query(
    'create temporary table sealed_keys (kind text, id integer, sealed bytea not null, primary key (kind, id))',
  )
  let secrets: Secrets | null = null
  for (const { kind, table, id, column } of plainKeys) {
    await client.query(`lock table ${table} in share row exclusive mode`)
    for (let last = 0; ; ) {
      const { rows } = await client.query<{ id: number; key: string }>(
        `select ${id} as id, ${column} as key from ${table} where ${id} > $1 order by ${id} limit ${batch}`,
        [last],
      )
      const end = rows.at(-1)
      if (end === undefined) break
      last = end.id
      secrets ??= await openSecrets()
      const known = secrets
      await client.query('insert into sealed_keys select $1, * from unnest($2::integer[], $3::bytea[])', [
        kind,
        rows.map((row) => row.id),
        rows.map((row) => storedKey(known, row.key).sealed),
      ])
    }
  }
}
