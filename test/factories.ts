import { randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { hash } from '@node-rs/argon2'
import { randomKey } from '#server/identity/users/api-key.ts'
import { apiKeyColumns, storedKey } from '#server/kernel/net/secrets.ts'
import type { ServerContext } from '#server/kernel/server-context.ts'
import { queryHash } from '#server/runs/index.ts'
import type { DashboardSnapshot } from '#shared/dashboards/dashboard-versions-api.ts'
import { readWidgetOptions } from '#shared/dashboards/widget-options.ts'
import {
  adminGroupPermissions,
  defaultGroupPermissions,
  type Permission,
} from '#shared/permissions/permission.ts'
import type { QuerySnapshot } from '#shared/queries/query-versions-api.ts'

export type Needs = Pick<ServerContext, 'db' | 'secrets'>

export interface TestUser {
  id: number
  org_id: number
  name: string
  email: string
  password: string
  api_key: string
}
export interface TestOrganization {
  id: number
  adminGroup: number
  defaultGroup: number
}
export interface TestDataSource {
  id: number
  org_id: number
}
export interface TestQuery {
  id: number
  org_id: number
  api_key: string
  data_source_id: number
}

export interface TestDashboard {
  id: number
  org_id: number
  user_id: number
  name: string
  /** the stored one */
  slug: string
}
export interface TestWidget {
  id: number
  dashboard_id: number
  visualization_id: number | null
}

/** The users of every test app. */
export interface CastOfUsers {
  organization: TestOrganization
  /** in the groups `admin` and `default` */
  admin: TestUser
  /** in the group `default`, which has full access to data sources made without `groups` */
  member: TestUser
  /** in a separate group with default permissions: give it `view_only` access with `groups: {[viewerGroup]: true}` */
  viewer: TestUser
  viewerGroup: number
  /** in a group with default permissions and no data sources */
  outsider: TestUser
}

const testPassword = 'correct horse'
/** A hash names its own cost: with this one each of a thousand logins costs a test nothing. */
const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 }
let testPasswordHash: Promise<string> | undefined
let serial = 0

/** A number unique to this call, for unique names. */
export const next = () => `${++serial}-${randomBytes(3).toString('hex')}`

export async function createCast(needs: Needs): Promise<CastOfUsers> {
  const organization = await createOrganization(needs)
  const { id: org_id, adminGroup, defaultGroup } = organization
  const viewerGroup = await createGroup(needs, { org_id, name: 'viewers' })
  const outsiderGroup = await createGroup(needs, { org_id, name: 'outsiders' })
  const user = (name: string, groups: number[]) =>
    createUser(needs, { org_id, name, email: `${name}@example.com`, groups })
  return {
    organization,
    admin: await user('admin', [adminGroup, defaultGroup]),
    member: await user('member', [defaultGroup]),
    viewer: await user('viewer', [viewerGroup]),
    viewerGroup,
    outsider: await user('outsider', [outsiderGroup]),
  }
}

/** The organization `default` (the first one created) with its two built-in groups. */
export async function createOrganization(
  { db }: Needs,
  options: { name?: string; slug?: string; settings?: Record<string, unknown> } = {},
): Promise<TestOrganization> {
  const { name = 'Test Organization', slug = 'default', settings = {} } = options
  const { id } = await db
    .insertInto('organizations')
    .values({ name, slug, settings: JSON.stringify(settings) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const group = async (groupName: string, permissions: readonly Permission[]) => {
    const row = await db
      .insertInto('groups')
      .values({ org_id: id, type: 'builtin', name: groupName, permissions: [...permissions] })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }
  return {
    id,
    adminGroup: await group('admin', adminGroupPermissions),
    defaultGroup: await group('default', defaultGroupPermissions),
  }
}

export async function createGroup(
  needs: Needs,
  options: { org_id?: number; name?: string; permissions?: readonly Permission[] } = {},
): Promise<number> {
  const org_id = options.org_id ?? (await defaultOrganization(needs)).id
  const { name = `group ${next()}`, permissions = defaultGroupPermissions } = options
  const row = await needs.db
    .insertInto('groups')
    .values({ org_id, name, permissions: [...permissions] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function createUser(
  needs: Needs,
  options: {
    org_id?: number
    name?: string
    email?: string
    groups?: number[]
    disabled_at?: Date
    /** null: an external user */
    password?: string | null
  } = {},
): Promise<TestUser> {
  const organization = await defaultOrganization(needs)
  const org_id = options.org_id ?? organization.id
  const {
    name = 'Somebody',
    email = `user-${next()}@example.com`,
    groups = [organization.defaultGroup],
  } = options
  const password = options.password ?? testPassword
  testPasswordHash ??= hash(testPassword, cheap)
  const password_hash = await (password === testPassword ? testPasswordHash : hash(password, cheap))
  const api_key = randomKey()
  const row = await needs.db
    .insertInto('users')
    .values({
      ...{ org_id, name, email, ...apiKeyColumns(needs.secrets, api_key) },
      password_hash: options.password === null ? null : password_hash,
      disabled_at: options.disabled_at ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const group_id of groups) {
    await needs.db.insertInto('group_members').values({ group_id, user_id: row.id }).execute()
  }
  return { id: row.id, org_id, name, email, password, api_key }
}

/** `groups`: group id -> whether view-only; by default the group `default` with full access. */
export async function createDataSource(
  needs: Needs,
  options: {
    org_id?: number
    name?: string
    type?: string
    options?: Record<string, unknown>
    groups?: Readonly<Record<number, boolean>>
    is_paused?: boolean
  } = {},
): Promise<TestDataSource> {
  const organization = await defaultOrganization(needs)
  const org_id = options.org_id ?? organization.id
  const { name = `source ${next()}`, type = 'pg', groups = { [organization.defaultGroup]: false } } = options
  const row = await needs.db
    .insertInto('data_sources')
    .values({
      ...{ org_id, name, type },
      encrypted_options: needs.secrets.seal(options.options ?? { dbname: 'test' }),
      is_paused: options.is_paused ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [group, view_only] of Object.entries(groups)) {
    await needs.db
      .insertInto('data_source_groups')
      .values({ data_source_id: row.id, group_id: Number(group), view_only })
      .execute()
  }
  return { id: row.id, org_id }
}

/** By default, a query of the first user on a new data source. */
export async function createQuery(
  needs: Needs,
  options: {
    data_source_id?: number
    user_id?: number
    name?: string
    query?: string
    options?: Record<string, unknown>
    is_draft?: boolean
    is_archived?: boolean
    tags?: string[]
    latest_result_id?: number
  } = {},
): Promise<TestQuery> {
  const { db } = needs
  const data_source_id = options.data_source_id ?? (await createDataSource(needs)).id
  const { org_id } = await db
    .selectFrom('data_sources')
    .select('org_id')
    .where('id', '=', data_source_id)
    .executeTakeFirstOrThrow()
  const user_id = options.user_id ?? (await firstUser(needs))
  const text = options.query ?? 'select 1'
  const api_key = randomKey()
  const row = await db
    .insertInto('queries')
    .values({
      ...{ org_id, data_source_id, user_id },
      name: options.name ?? `query ${next()}`,
      query_text: text,
      query_hash: queryHash(text, null),
      ...apiKeyColumns(needs.secrets, api_key),
      description: null,
      schedule: null,
      last_modified_by_id: user_id,
      latest_result_id: options.latest_result_id ?? null,
      options: JSON.stringify(options.options ?? {}),
      is_draft: options.is_draft ?? false,
      is_archived: options.is_archived ?? false,
      tags: options.tags ?? [],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...row, api_key, org_id, data_source_id }
}

export async function createVisualization(
  needs: Needs,
  options: { query_id?: number; type?: string; name?: string; options?: Record<string, unknown> } = {},
): Promise<{ id: number; query_id: number }> {
  const query_id = options.query_id ?? (await createQuery(needs)).id
  const { type = 'TABLE', name = 'Table' } = options
  const row = await needs.db
    .insertInto('visualizations')
    .values({ query_id, type, name, options: JSON.stringify(options.options ?? {}) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, query_id }
}

/** By default, a published dashboard of the first user without widgets. */
export async function createDashboard(
  needs: Needs,
  options: {
    user_id?: number
    name?: string
    slug?: string
    options?: Record<string, unknown>
    is_draft?: boolean
    is_archived?: boolean
    dashboard_filters_enabled?: boolean
    tags?: string[]
    created_at?: Date
    updated_at?: Date
  } = {},
): Promise<TestDashboard> {
  const { name = `dashboard ${next()}`, options: dashboardOptions = {}, ...values } = options
  const user_id = options.user_id ?? (await firstUser(needs))
  const { org_id } = await needs.db
    .selectFrom('users')
    .select('org_id')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return await needs.db
    .insertInto('dashboards')
    .values({
      ...{ is_draft: false, slug: `dashboard-${next()}`, ...values },
      ...{ org_id, user_id, name, options: JSON.stringify(dashboardOptions) },
    })
    .returning(['id', 'org_id', 'user_id', 'name', 'slug'])
    .executeTakeFirstOrThrow()
}

/** Opens a dashboard to all bearers of this token. */
export async function shareBy(
  { db, secrets }: Needs,
  { id, org_id, user_id }: TestDashboard,
  token: string,
): Promise<void> {
  const { hash, sealed } = storedKey(secrets, token)
  await db
    .insertInto('dashboard_tokens')
    .values({ dashboard_id: id, org_id, user_id, token_hash: hash, encrypted_token: sealed })
    .execute()
}

/** A widget on a dashboard: with a visualization, or a text box with this text. Its static values count for the owner. */
export async function createWidget(
  needs: Needs,
  options: {
    dashboard_id?: number
    visualization_id?: number | null
    text?: string | null
    options?: Record<string, unknown>
  } = {},
): Promise<TestWidget> {
  const { visualization_id = null, text = visualization_id === null ? 'A text' : null } = options
  const dashboard_id = options.dashboard_id ?? (await createDashboard(needs)).id
  const { user_id } = await needs.db
    .selectFrom('dashboards')
    .where('id', '=', dashboard_id)
    .select('user_id')
    .executeTakeFirstOrThrow()
  const mappings = Object.values(readWidgetOptions(options.options ?? {}).parameterMappings)
  const authors = mappings.flatMap(({ type, name }) => (type === 'static-value' ? [[name, user_id]] : []))
  return await needs.db
    .insertInto('widgets')
    .values({
      ...{ dashboard_id, visualization_id, text, width: 1 },
      options: JSON.stringify(options.options ?? {}),
      static_values_by: JSON.stringify(Object.fromEntries(authors)),
    })
    .returning(['id', 'dashboard_id', 'visualization_id'])
    .executeTakeFirstOrThrow()
}

/** A version of a dashboard with its original content. The dashboard itself does not change. */
export async function createDashboardVersion(
  { db }: Needs,
  options: { dashboard_id: number; snapshot?: Partial<DashboardSnapshot>; created_at?: Date },
): Promise<{ id: number }> {
  const { dashboard_id, snapshot: fields, ...values } = options
  const { user_id, name } = await db
    .selectFrom('dashboards')
    .select(['user_id', 'name'])
    .where('id', '=', dashboard_id)
    .executeTakeFirstOrThrow()
  const snapshot: DashboardSnapshot = {
    ...{ name, tags: [], is_draft: true, is_archived: false, dashboard_filters_enabled: false },
    ...{ options: {}, widgets: [], ...fields },
  }
  return await db
    .insertInto('dashboard_versions')
    .values({
      ...{
        dashboard_id,
        version: 1,
        kind: 'created',
        user_id,
        snapshot: JSON.stringify(snapshot),
        ...values,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** By default, a snippet of the first user. */
export async function createSnippet(
  needs: Needs,
  options: { user_id?: number; trigger?: string; description?: string; snippet?: string } = {},
): Promise<{ id: number; trigger: string }> {
  const user_id = options.user_id ?? (await firstUser(needs))
  const { org_id } = await needs.db
    .selectFrom('users')
    .select('org_id')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const { trigger = `snippet_${next()}`, description = '', snippet = 'select 1' } = options
  return await needs.db
    .insertInto('query_snippets')
    .values({ org_id, user_id, trigger, description, snippet })
    .returning(['id', 'trigger'])
    .executeTakeFirstOrThrow()
}

/** A version of a query: a save of its owner that set these fields. The query itself does not change. */
export async function createVersion(
  { db }: Needs,
  options: { query_id: number; snapshot?: Partial<QuerySnapshot>; version?: number; created_at?: Date },
): Promise<{ id: number }> {
  const { query_id, version = 1 } = options
  const query = await db
    .selectFrom('queries')
    .select(['user_id', 'data_source_id', 'name', 'query_text'])
    .where('id', '=', query_id)
    .executeTakeFirstOrThrow()
  const snapshot: QuerySnapshot = {
    ...{ name: query.name, description: null, query: query.query_text, data_source_id: query.data_source_id },
    ...{ options: {}, schedule: null, tags: [], is_draft: false, is_archived: false, visualizations: [] },
    ...options.snapshot,
  }
  return await db
    .insertInto('query_versions')
    .values({
      ...{ query_id, version, kind: 'saved', user_id: query.user_id, snapshot: JSON.stringify(snapshot) },
      changed: Object.keys(options.snapshot ?? {}),
      ...(options.created_at === undefined ? {} : { created_at: options.created_at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A stored result of one chunk, as the sink writes it: every row has every column, in the order of `columns`. */
export async function createResult(
  needs: Needs,
  options: {
    data_source_id?: number
    /** made the newest result of this query */
    query_id?: number
    query?: string
    query_hash?: string
    columns?: { name: string; friendly_name: string; type: string | null }[]
    rows?: Record<string, unknown>[]
    retrieved_at?: Date
  } = {},
): Promise<{ id: number; data_source_id: number }> {
  const { db } = needs
  const query = options.query_id === undefined ? null : await readQuery(needs, options.query_id)
  const data_source_id = options.data_source_id ?? query?.data_source_id ?? (await createDataSource(needs)).id
  const text = options.query ?? query?.query_text ?? 'select 1 as n'
  const { columns = [{ name: 'n', friendly_name: 'n', type: 'integer' }], rows = [{ n: 1 }] } = options
  const json = rows.map((row) => JSON.stringify(row)).join(',')
  const byteCount = Buffer.byteLength(json)
  const { org_id, id } = await db
    .selectFrom('data_sources')
    .select(['org_id', (eb) => eb.fn<number>('nextval', [eb.val('query_results_id_seq')]).as('id')])
    .where('id', '=', data_source_id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('query_result_chunks')
    .values({
      ...{ result_id: id, seq: 0, first_row: 0, row_count: rows.length, byte_count: byteCount },
      frame: zstdCompressSync(json),
    })
    .execute()
  await db
    .insertInto('query_results')
    .values({
      ...{ id, org_id, data_source_id, query_text: text, runtime: 0.01 },
      query_hash: options.query_hash ?? query?.query_hash ?? queryHash(text, null),
      columns_json: JSON.stringify(columns),
      row_count: rows.length,
      byte_count: byteCount,
      ...(options.retrieved_at === undefined ? {} : { retrieved_at: options.retrieved_at }),
    })
    .execute()
  if (options.query_id !== undefined) {
    await db.updateTable('queries').set({ latest_result_id: id }).where('id', '=', options.query_id).execute()
  }
  return { id, data_source_id }
}

async function readQuery({ db }: Needs, id: number) {
  return await db
    .selectFrom('queries')
    .select(['data_source_id', 'query_text', 'query_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The organization `default`, created if missing. */
export async function defaultOrganization(needs: Needs): Promise<TestOrganization> {
  const rows = await needs.db
    .selectFrom('groups')
    .innerJoin('organizations', 'organizations.id', 'groups.org_id')
    .select(['groups.id', 'groups.name', 'groups.org_id'])
    .where('organizations.slug', '=', 'default')
    .where('groups.type', '=', 'builtin')
    .execute()
  const admin = rows.find((row) => row.name === 'admin')
  const byDefault = rows.find((row) => row.name === 'default')
  if (admin === undefined || byDefault === undefined) return await createOrganization(needs)
  return { id: admin.org_id, adminGroup: admin.id, defaultGroup: byDefault.id }
}

export async function firstUser(needs: Needs): Promise<number> {
  const row = await needs.db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst()
  return row?.id ?? (await createUser(needs)).id
}
