import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { ContentKind } from '#shared/content/content-objects.ts'
import type { FromGit } from '#shared/content/from-git.ts'

/** Groups have no mark, because groups and their members are managed here. */
export type MarkedKind = Exclude<ContentKind, 'group'>

const tables = {
  query: 'queries',
  dashboard: 'dashboards',
  alert: 'alerts',
  snippet: 'query_snippets',
} as const
export const markedKinds = Object.keys(tables) as MarkedKind[]

export interface Marked {
  kind: MarkedKind
  /** its uuid */
  id: string
  from_git: FromGit
}

/** Alerts belong to the organization of their query. */
const ofOrganization = (kind: MarkedKind, orgId: number) =>
  kind === 'alert'
    ? sql<boolean>`query_id in (select id from queries where org_id = ${orgId})`
    : sql<boolean>`org_id = ${orgId}`

/** All content from git that is not archived. */
export async function listMarked(db: Db, orgId: number): Promise<Marked[]> {
  const found: Marked[] = []
  for (const kind of markedKinds) {
    const rows = await db
      .selectFrom(tables[kind])
      .where(ofOrganization(kind, orgId))
      .where('from_git', 'is not', null)
      .select(['uuid', 'from_git'])
      .execute()
    for (const { uuid, from_git } of rows) if (from_git !== null) found.push({ kind, id: uuid, from_git })
  }
  return found
}

/** null: it is not from git any more. */
export async function setMark(
  db: Db,
  orgId: number,
  kind: MarkedKind,
  id: string,
  mark: FromGit | null,
): Promise<void> {
  await db
    .updateTable(tables[kind])
    .set({ from_git: mark === null ? null : JSON.stringify(mark) })
    .where(ofOrganization(kind, orgId))
    .where('uuid', '=', id)
    .execute()
}

/** The uuid of the content with this id here, which is not from git any more; null: there is none. */
export async function unmarkById(
  db: Db,
  orgId: number,
  kind: MarkedKind,
  id: number,
): Promise<string | null> {
  const row = await db
    .updateTable(tables[kind])
    .set({ from_git: null })
    .where(ofOrganization(kind, orgId))
    .where('id', '=', id)
    .where('from_git', 'is not', null)
    .returning('uuid')
    .executeTakeFirst()
  return row?.uuid ?? null
}

export async function clearMarks(db: Db, orgId: number): Promise<void> {
  for (const kind of markedKinds) {
    await db
      .updateTable(tables[kind])
      .set({ from_git: null })
      .where(ofOrganization(kind, orgId))
      .where('from_git', 'is not', null)
      .execute()
  }
}

export interface DetachedContent {
  kind: MarkedKind
  id: string
  name: string
}

export async function listDetached(db: Db, orgId: number): Promise<DetachedContent[]> {
  const found: DetachedContent[] = []
  for (const kind of markedKinds) {
    const name = kind === 'snippet' ? sql<string>`trigger` : sql<string>`name`
    const rows = await db
      .selectFrom(tables[kind])
      .where(ofOrganization(kind, orgId))
      .where(
        sql<boolean>`uuid::text in (select key from git_detached where org_id = ${orgId} and kind = ${kind})`,
      )
      .select(['uuid', name.as('name')])
      .orderBy('id')
      .execute()
    found.push(...rows.map((row) => ({ kind, id: row.uuid, name: row.name })))
  }
  return found
}

export async function insertDetached(db: Db, org_id: number, kind: MarkedKind, key: string): Promise<void> {
  await db
    .insertInto('git_detached')
    .values({ org_id, kind, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteDetached(db: Db, orgId: number, kind: MarkedKind, key: string): Promise<void> {
  await db
    .deleteFrom('git_detached')
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()
}
