import { type Selectable, sql } from 'kysely'
import { type Db, type QuerySnippetsTable, violates } from '#server/kernel/index.ts'

export type StoredSnippet = Selectable<QuerySnippetsTable>

export interface SnippetValues {
  trigger: string
  description: string
  snippet: string
}

/** Sorted by trigger, ignoring case. */
export async function listSnippets(db: Db, orgId: number): Promise<StoredSnippet[]> {
  return await db
    .selectFrom('query_snippets')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy(sql`lower(trigger)`)
    .orderBy('id')
    .execute()
}

export async function findSnippet(db: Db, orgId: number, id: number): Promise<StoredSnippet | null> {
  const row = await db
    .selectFrom('query_snippets')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** null if the organization already has a snippet with this trigger. */
export async function insertSnippet(
  db: Db,
  owner: { org_id: number; user_id: number },
  values: SnippetValues,
): Promise<StoredSnippet | null> {
  const row = await db
    .insertInto('query_snippets')
    .values({ ...owner, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'trigger']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export type SnippetChange = StoredSnippet | 'trigger_taken' | 'gone'

export async function updateSnippet(
  db: Db,
  id: number,
  values: Partial<SnippetValues>,
): Promise<SnippetChange> {
  try {
    const row = await db
      .updateTable('query_snippets')
      .set({ ...values, updated_at: sql`now()` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row ?? 'gone'
  } catch (error) {
    if (violates(error, 'query_snippets_org_id_trigger_key')) return 'trigger_taken'
    throw error
  }
}

export async function deleteSnippet(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('query_snippets').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Makes a snippet equal to this; `id` null: it is created. 'trigger_taken': another snippet has the trigger. */
export async function putSnippet(
  db: Db,
  owner: { org_id: number; user_id: number },
  id: number | null,
  values: SnippetValues & { uuid: string },
): Promise<'put' | 'trigger_taken'> {
  if (id === null) return (await insertSnippet(db, owner, values)) === null ? 'trigger_taken' : 'put'
  const changed = await updateSnippet(db, id, values)
  return changed === 'trigger_taken' ? changed : 'put'
}
