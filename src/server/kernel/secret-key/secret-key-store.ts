import type pg from 'pg'
import type { Secrets } from '../net/secrets.ts'

/** A column sealed with the secret key: every column named `encrypted_…`. */
interface SealedColumn {
  table: string
  column: string
}

const name = (text: string) => `"${text.replaceAll('"', '""')}"`
/** Limits how many large values are in memory at once. */
const batch = 500

export async function listSealedColumns(client: pg.ClientBase): Promise<SealedColumn[]> {
  const { rows } = await client.query<SealedColumn>(`
    select c.relname::text as table, a.attname::text as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname like 'encrypted\\_%'
      and a.atttypid = 'bytea'::regtype and not a.attisdropped
    order by 1, 2`)
  return rows
}

/** A row as shown to users: its table, and its name if it has one. */
export interface SealedRow {
  table: string
  label: string
}

/**
 * Replaces every sealed value by the result of `reseal`, unless that is null. Returns the number of replaced values.
 * Waits for concurrent changes. For use in a transaction.
 */
export async function replaceSealed(
  client: pg.ClientBase,
  reseal: (sealed: Buffer, row: SealedRow) => Buffer | null,
): Promise<number> {
  let count = 0
  for (const { table, column } of await listSealedColumns(client)) {
    await client.query(`lock table ${name(table)} in share row exclusive mode`)
    const rows = sealedRows(client, table, column)
    for await (const { place, label, sealed } of rows) {
      const next = reseal(sealed, { table, label })
      if (next === null) continue
      await client.query(`update ${name(table)} set ${name(column)} = $1 where ctid = $2::tid`, [next, place])
      count++
    }
  }
  return count
}

/** All rows as of the start, in batches: an insensitive cursor does not see later changes. */
async function* sealedRows(client: pg.ClientBase, table: string, column: string) {
  await client.query(`
    declare sealed_rows insensitive cursor for
    select ctid::text as place, coalesce(to_jsonb(t) ->> 'name', to_jsonb(t) ->> 'id', to_jsonb(t) ->> 'user_id', '') as label,
      ${name(column)} as sealed
    from ${name(table)} t where ${name(column)} is not null`)
  for (;;) {
    const { rows } = await client.query<{ place: string; label: string; sealed: Buffer }>(
      `fetch ${batch} from sealed_rows`,
    )
    yield* rows
    if (rows.length < batch) break
  }
  await client.query('close sealed_rows')
}

/** Held during a key rotation, and briefly by each process that reads the key check. */
const keyLock = 7_366_190

/** Waits for processes that are reading the key; later ones wait until the transaction ends. For use in a transaction. */
export async function lockKey(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [keyLock])
}

/** Waits until no key rotation is in progress. */
export async function awaitKeyExchange(pool: pg.Pool): Promise<void> {
  // a single statement is its own transaction, so the lock is released at once
  await pool.query('select pg_advisory_xact_lock_shared($1)', [keyLock])
}

/** Deletes the tokens of shared dashboards. Backups from before tokens were sealed keep theirs, to be sealed with the new key. */
export async function forgetPublicLinks(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ sealed: boolean }>(`
    select exists (select from pg_attribute where attrelid = 'dashboard_tokens'::regclass and attname = 'encrypted_token')
      as sealed`)
  if (rows[0]?.sealed) await client.query('delete from dashboard_tokens')
}

/** The sealed key check; null: none is recorded yet. */
export async function findKeyCheck(client: pg.ClientBase | pg.Pool): Promise<Buffer | null> {
  const { rows } = await client.query<{ encrypted_check: Buffer }>(
    'select encrypted_check from secret_key_checks',
  )
  return rows[0]?.encrypted_check ?? null
}

/** Records the key check, unless one is recorded already. */
export async function noteKeyCheck(client: pg.ClientBase | pg.Pool, sealed: Buffer): Promise<void> {
  await client.query('insert into secret_key_checks (encrypted_check) values ($1) on conflict do nothing', [
    sealed,
  ])
}

/** Whether this key can open the value. */
export function opens(secrets: Secrets, sealed: Buffer): boolean {
  try {
    secrets.unseal(sealed)
    return true
  } catch {
    return false
  }
}

/** Rows that this key cannot open. For use in a transaction. */
export async function listUnreadable(client: pg.ClientBase, secrets: Secrets): Promise<SealedRow[]> {
  const unreadable: SealedRow[] = []
  for (const { table, column } of await listSealedColumns(client)) {
    for await (const { label, sealed } of sealedRows(client, table, column)) {
      if (!opens(secrets, sealed)) unreadable.push({ table, label })
    }
  }
  return unreadable
}

/**
 * For a lost secret key: replaces every sealed value by `nothing` and records the new key. API keys still work but can no
 * longer be shown. Links of shared dashboards end, because their owners could not see them any more. For use in a
 * transaction.
 */
export async function replaceSealedByNothing(
  client: pg.ClientBase,
  nothing: Buffer,
  check: Buffer,
): Promise<void> {
  await replaceSealed(client, () => nothing)
  await forgetPublicLinks(client)
  await client.query('delete from secret_key_checks')
  await noteKeyCheck(client, check)
}
