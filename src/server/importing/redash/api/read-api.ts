import { setTimeout as pause } from 'node:timers/promises'
import { createServerFetch } from '#server/kernel/index.ts'
import { organizationDefaults } from '#shared/organizations/organization-settings.ts'
import { ImportRefused } from '../../import-refused.ts'
import { listOf, objectOf, textOf } from '../fields.ts'
import type { Redash } from '../read-redash.ts'
import type { Row, StoredByRedash } from '../redash-store.ts'
import type { RedashTable } from '../redash-tables.ts'
import { type ApiAddress, type ApiClient, createApiClient } from './api-client.ts'
import {
  accessRows,
  grantRows,
  idIn,
  openedOptions,
  queryRow,
  shareRows,
  userRow,
  visualizationRows,
  widgetRows,
} from './api-rows.ts'
import { each, listAll, listPages, openAll, rowsIn } from './download.ts'

interface ApiNeeds {
  config: { version: string }
  say(line: string): void
  /** replaced in tests, so that they do not wait */
  pause?: (milliseconds: number) => Promise<unknown>
}

/**
 * Reads a whole Redash through its API, with the key of an admin, and works on what was read. Throws ImportRefused when
 * it cannot be reached, is no Redash, or when the key is not one of an admin.
 */
export async function withRedashApi<T>(
  address: ApiAddress,
  needs: ApiNeeds,
  work: (redash: Redash) => Promise<T>,
): Promise<T> {
  const fetch = createServerFetch(needs.config)
  const client = createApiClient(address, { fetch, pause: needs.pause ?? pause })
  const { facts, tables } = await download(client, needs.say)
  const { host, hostname } = new URL(address.url)
  const rowsOf = (table: RedashTable): Row[] => tables[table] ?? []
  return await work({
    origin: `redash-api ${host}`.slice(0, 200),
    host: hostname,
    organization: tables.organizations?.[0] ?? {},
    columns: columnsOf(textOf(facts.clientConfig, 'version')),
    unknown: [],
    withheld: facts.withheld,
    notes: [],
    keepsIds: true,
    async *pages(table) {
      const rows = rowsOf(table)
      const size = 200
      for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
    },
    ids: async (table) => rowsOf(table).map(({ id }) => Number(id)),
    result: (queryId, maxBytes) => resultOf(client, rowsOf('queries'), queryId, maxBytes),
    openOptions: (row) => objectOf(row, 'options'),
  })
}

/** Since 25.7 its dashboards have 12 columns. */
function columnsOf(version: string): 6 | 12 {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 25 || (major === 25 && minor >= 7) ? 12 : 6
}

async function download(client: ApiClient, say: (line: string) => void) {
  const session = (await client.get('/api/session')) as Row
  const user = objectOf(session, 'user')
  if (user === null)
    throw new ImportRefused('--url: /api/session names no user. Is this the address of a Redash?')
  if (!listOf(user, 'permissions').includes('admin'))
    throw new ImportRefused(
      `--key: this is the key of ${textOf(user, 'email', 100)}, who is no admin. The key of an admin is needed.`,
    )
  const clientConfig = objectOf(session, 'client_config') ?? {}
  const isVersion8 = textOf(clientConfig, 'version').startsWith('8.')
  const settings = objectOf((await client.get('/api/settings/organization')) as Row, 'settings') ?? {}
  say('groups, users and data sources are read')
  const people = [
    ...(await listPages(client, '/api/users')),
    ...(await listPages(client, '/api/users?disabled=true')),
  ]
  const users = await each(people, async (row) => ({
    ...row,
    ...((await client.find(`/api/users/${String(row['id'])}`)) as Row | null),
  }))
  const whole = async (path: string) =>
    await each(await listAll(client, path), async (row) =>
      openedOptions({ ...row, ...((await client.find(`${path}/${String(row['id'])}`)) as Row | null) }),
    )
  const sources = await whole('/api/data_sources')
  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => Number(id))
  const count = (what: string) => (done: number) => say(`${done} ${what} are read`)
  const listedQueries = [
    ...(await listPages(client, '/api/queries')),
    ...(await listPages(client, '/api/queries/archive')),
  ]
  const queries = await openAll(client, '/api/queries', idsOf(listedQueries), count('queries'))
  const listed = await listPages(client, '/api/dashboards')
  const dashboards = isVersion8
    ? { rows: await bySlug(client, listed), isWhole: false }
    : await openAll(client, '/api/dashboards', idsOf(listed), count('dashboards'))
  const alerts = await openAll(
    client,
    '/api/alerts',
    idsOf(await listAll(client, '/api/alerts')),
    count('alerts'),
  )
  const subscriptions = await each(alerts.rows, async ({ id }) =>
    rowsIn(await client.find(`/api/alerts/${String(id)}/subscriptions`)),
  )
  const tables: Partial<Record<RedashTable, Row[]>> = {
    organizations: [organizationOf(settings)],
    groups: await listAll(client, '/api/groups'),
    users: users.map(userRow),
    data_sources: sources,
    data_source_groups: accessRows(sources),
    queries: queries.rows.map(queryRow),
    visualizations: visualizationRows(queries.rows),
    query_snippets: (await listAll(client, '/api/query_snippets')).map((row) => ({
      ...row,
      user_id: idIn(row, 'user'),
    })),
    dashboards: dashboards.rows,
    widgets: widgetRows(dashboards.rows),
    api_keys: shareRows(dashboards.rows),
    notification_destinations: await whole('/api/destinations'),
    alerts: alerts.rows.map((row) => ({
      ...row,
      query_id: idIn(row, 'query'),
      user_id: idIn(row, 'user'),
    })),
    alert_subscriptions: subscriptions
      .flat()
      .map((row) => ({ ...row, user_id: idIn(row, 'user'), destination_id: idIn(row, 'destination') })),
    favorites: await favoritesOf(client, user['id']),
    access_permissions:
      settings['feature_show_permissions_control'] === true
        ? [
            ...(await grants(client, 'queries', queries.rows)),
            ...(await grants(client, 'dashboards', dashboards.rows)),
          ]
        : [],
  }
  const hasKeys = users.every((row) => textOf(row, 'api_key') !== '')
  const isWhole = queries.isWhole && alerts.isWhole && (dashboards.isWhole || isVersion8)
  return { facts: { clientConfig, withheld: withheldBy({ isVersion8, isWhole, hasKeys }) }, tables }
}

/** Only the settings that differ from Redash's defaults: its answer has all of them. */
function organizationOf({ auth_google_apps_domains: google_apps_domains, ...settings }: Row): Row {
  const defaults: Readonly<Record<string, unknown>> = organizationDefaults
  const chosen = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  )
  return { name: '', settings: { settings: Object.fromEntries(chosen), google_apps_domains } }
}

/** Version 8 opens dashboards by their slug alone. */
async function bySlug(client: ApiClient, listed: readonly Row[]): Promise<Row[]> {
  const found = await each(listed, async (row) => {
    const slug = encodeURIComponent(textOf(row, 'slug'))
    return (await client.find(`/api/dashboards/${slug}`)) as Row | null
  })
  return found.filter((row) => row !== null)
}

async function favoritesOf(client: ApiClient, user_id: unknown): Promise<Row[]> {
  const ofKind = async (path: string, object_type: string) =>
    (await listPages(client, `/api/${path}/favorites`)).map(({ id, starred_at }) => ({
      id: `${object_type}:${String(id)}`,
      ...{ object_type, object_id: id, user_id, created_at: starred_at ?? new Date().toISOString() },
    }))
  return [...(await ofKind('queries', 'Query')), ...(await ofKind('dashboards', 'Dashboard'))]
}

async function grants(client: ApiClient, type: 'queries' | 'dashboards', rows: readonly Row[]) {
  const found = await each(rows, async ({ id }) => {
    const acl = (await client.find(`/api/${type}/${String(id)}/acl`)) as Row | null
    return acl === null ? [] : grantRows(type, id, acl)
  })
  return found.flat()
}

function withheldBy(facts: { isVersion8: boolean; isWhole: boolean; hasKeys: boolean }): string[] {
  const { isVersion8, isWhole, hasKeys } = facts
  return [
    'Passwords of users are not given through the API: send each user an invitation, or they use "Forgot your password?".',
    'Secrets of data sources and destinations are not given: those that had some are paused or named below.',
    'Favorites of other users than the owner of the key are not given.',
    ...(hasKeys ? [] : ['API keys of some users are not given: those users get new keys.']),
    ...(isVersion8 ? ['Redash 8 gives no archived dashboards, and no drafts of other users.'] : []),
    ...(isWhole ? [] : ['There are too many ids to look for drafts of other users: they did not come.']),
  ]
}

/** The stored result of a query, as text in which numbers are as Redash has written them. */
async function resultOf(
  client: ApiClient,
  queries: readonly Row[],
  queryId: number,
  maxBytes: number,
): Promise<StoredByRedash | null> {
  const result = queries.find(({ id }) => id === queryId)?.['latest_query_data_id']
  if (typeof result !== 'number') return null
  const text = await client.text(`/api/query_results/${result}.json`, (maxBytes * 2) / 1_000_000)
  if (text === null) return null
  const { query_result } = JSON.parse(text, asWritten) as { query_result?: Record<string, unknown> }
  const data = JSON.stringify(query_result?.['data'] ?? null)
  const bytes = Buffer.byteLength(data)
  return {
    query: String(query_result?.['query'] ?? ''),
    retrieved_at: new Date(String(query_result?.['retrieved_at'])),
    bytes,
    data: bytes <= maxBytes ? data : null,
  }
}

const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

const asWritten = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined ? rawJSON(context.source) : value
