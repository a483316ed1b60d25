import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Lets one transaction at a time give a name of this kind (`names of groups`) in an organization; the others wait for
 * its end.
 */
export async function lockNames(tx: Db, kind: string, orgId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${orgId}`}, 0))`.execute(tx)
}

/**
 * Reserves a name in the organization until the transaction ends. False if it is taken. These tables have no unique
 * index, because older instances may have duplicates.
 */
export async function claimName(
  tx: Db,
  table: 'data_sources' | 'groups',
  orgId: number,
  name: string,
): Promise<boolean> {
  await lockNames(tx, `names of ${table}`, orgId)
  const { rows } = await sql`
    select from ${sql.table(table)} where org_id = ${orgId} and name = ${name} limit 1
  `.execute(tx)
  return rows.length === 0
}

/** Whether a statement failed because of this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
