import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

/** An event to be stored. */
export interface NewEvent {
  org_id: number
  user_id: number | null
  /** email address, or the name of an API key */
  actor_name: string | null
  action: string
  object_type: string
  object_id: string | null
  additional_properties: Readonly<Record<string, unknown>>
  user_agent: string | null
  ip: string | null
  is_reported: boolean
  created_at: Date
}

export interface EventFilters {
  org_id: number
  user_id?: number | undefined
  action?: string | undefined
  object_type?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

export interface StoredEvent extends Omit<NewEvent, 'additional_properties'> {
  id: number
  /** the present name of the person */
  stored_name: string | null
  object_name: string | null
  additional_properties: Record<string, unknown>
}

export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  await db
    .insertInto('events')
    .values(
      events.map((event) => ({
        ...event,
        additional_properties: JSON.stringify(event.additional_properties),
      })),
    )
    .execute()
}

/** The number of matching events, counted up to `limit`. */
export async function countEvents(db: Db, filters: EventFilters, limit: number): Promise<number> {
  const { count } = await db
    .selectFrom(
      filtered(db, filters)
        .select('events.id')
        // ordered like the indexes, so that only the counted events are read
        .orderBy('events.created_at', 'desc')
        .orderBy('events.id', 'desc')
        .limit(limit)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first; continues after the event `before`. */
export async function listEvents(
  db: Db,
  filters: EventFilters,
  page: { limit: number; offset?: number; before?: number | undefined },
): Promise<StoredEvent[]> {
  const { limit, offset = 0, before } = page
  let matching = filtered(db, filters)
  if (before !== undefined) {
    matching = matching.where(
      sql<SqlBool>`(events.created_at, events.id) <
        (select earlier.created_at, earlier.id from events earlier where earlier.id = ${before})`,
    )
  }
  return await matching
    .leftJoin('users', 'users.id', 'events.user_id')
    .select([
      ...(['events.id', 'events.org_id', 'events.user_id', 'events.actor_name', 'events.action'] as const),
      ...(['events.object_type', 'events.object_id', 'events.additional_properties'] as const),
      ...(['events.user_agent', 'events.ip', 'events.is_reported', 'events.created_at'] as const),
      'users.name as stored_name',
      objectName.as('object_name'),
    ])
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The present name of the object. */
const objectName = sql<string | null>`case
  when events.object_id !~ '^[1-9][0-9]{0,8}$' then null
  when events.object_type in ('query', 'queries') then
    (select name from queries where id = events.object_id::integer and org_id = events.org_id)
  when events.object_type in ('dashboard', 'dashboards') then
    (select name from dashboards where id = events.object_id::integer and org_id = events.org_id)
  when events.object_type in ('data_source', 'datasource') then
    (select name from data_sources where id = events.object_id::integer and org_id = events.org_id)
  when events.object_type = 'query_snippet' then
    (select trigger from query_snippets where id = events.object_id::integer and org_id = events.org_id)
  when events.object_type = 'alert' then
    (select alerts.name from alerts join queries on queries.id = alerts.query_id
      where alerts.id = events.object_id::integer and queries.org_id = events.org_id)
  when events.object_type = 'destination' then
    (select name from destinations where id = events.object_id::integer and org_id = events.org_id)
  when events.object_type = 'group' then
    (select name from groups where id = events.object_id::integer and org_id = events.org_id)
  when events.object_type = 'user' then
    (select name from users where id = events.object_id::integer and org_id = events.org_id)
end`

function filtered(db: Db, { org_id, user_id, action, object_type, from, to }: EventFilters) {
  return db
    .selectFrom('events')
    .where('events.org_id', '=', org_id)
    .$if(user_id !== undefined, (query) => query.where('events.user_id', '=', user_id ?? null))
    .$if(action !== undefined, (query) => query.where('events.action', '=', action ?? ''))
    .$if(object_type !== undefined, (query) => query.where('events.object_type', '=', object_type ?? ''))
    .$if(from !== undefined, (query) => query.where('events.created_at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (query) => query.where('events.created_at', '<', to ?? new Date(0)))
}

/** Removes at most `limit` events from before this time; answers how many. */
export async function deleteOldEvents(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events where id in (
      select old.id from organizations, lateral (
        select id from events
        where org_id = organizations.id and created_at < ${before}
        order by created_at, id limit ${limit}
      ) old limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The data source and text of a query, for the event of its run. */
export async function findRunQuery(
  db: Db,
  orgId: number,
  id: number,
): Promise<{ data_source_id: number | null; query_text: string } | null> {
  const row = await db
    .selectFrom('queries')
    .select(['data_source_id', 'query_text'])
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row ?? null
}

/** The dashboard that this token opens. */
export async function findDashboardOfToken(
  db: Db,
  tokenHash: Buffer,
): Promise<{ dashboard_id: number; org_id: number } | null> {
  const row = await db
    .selectFrom('dashboard_tokens')
    .select(['dashboard_id', 'org_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row ?? null
}

/** The organization of the instance; null before set-up. */
export async function findDefaultOrganizationId(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', 'default')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The user who has just signed in. */
export async function findPerson(db: Db, id: number): Promise<{ org_id: number; email: string } | null> {
  const row = await db.selectFrom('users').select(['org_id', 'email']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}
