import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

const kept = ['org_id', 'layout', 'dashboard_filters_enabled', 'tags', 'options'] as const
const keptOfWidgets = ['visualization_id', 'text', 'width', 'options', 'static_values_by'] as const

/**
 * Stores a draft with the tags, filters, options and widgets of another dashboard, without what belongs only to the
 * original: grants, stars, public address. Returns its id. Requires a transaction, which must set the slug.
 */
export async function copyDashboard(
  db: Db,
  originalId: number,
  copy: { name: string; user_id: number },
): Promise<number> {
  const { id } = await db
    .insertInto('dashboards')
    .columns(['name', 'user_id', 'slug', 'is_draft', ...kept])
    .expression((eb) =>
      eb
        .selectFrom('dashboards')
        .where('id', '=', originalId)
        .select([
          sql<string>`${copy.name}`.as('name'),
          sql<number>`${copy.user_id}::integer`.as('user_id'),
          sql<string>`gen_random_uuid()::text`.as('slug'),
          sql<boolean>`true`.as('is_draft'),
          ...kept,
        ]),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('widgets')
    .columns(['dashboard_id', ...keptOfWidgets])
    .expression((eb) =>
      eb
        .selectFrom('widgets')
        .where('dashboard_id', '=', originalId)
        .orderBy('id')
        .select([sql<number>`${id}::integer`.as('dashboard_id'), ...keptOfWidgets]),
    )
    .execute()
  return id
}

export async function setSlug(db: Db, id: number, slug: string): Promise<void> {
  await db.updateTable('dashboards').set({ slug }).where('id', '=', id).execute()
}
