import { afterEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith } from '#test/app-under-test.ts'
import { createQuery } from '#test/factories.ts'
import { redashDatabase as openRedash, redashSecretKey as secretKey } from '#test/redash/redash-database.ts'
import { type ImportRequest, importRedash, withRedash } from './index.ts'

const versions = [8, 10, 26] as const

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function emptyApp(
  options: Parameters<typeof appUnderTest>[0] = { setUp: false },
): Promise<AppUnderTest> {
  const app = await appUnderTest(options)
  closing.push(() => app.close())
  return app
}

const bring = (app: AppUnderTest, url: string, request: Partial<ImportRequest> = {}, key = secretKey) =>
  withRedash({ url, secretKey: key }, (redash) =>
    importRedash({ ...app.context, say: () => {} }, redash, {
      ...{ dryRun: false, overwrite: false, paused: false },
      ...request,
    }),
  )

async function redashDatabase(version: (typeof versions)[number]) {
  const redash = await openRedash(version)
  closing.push(() => redash.close())
  return redash
}

const key = (letter: string) => letter.repeat(8) + 'K'.repeat(32)
const queryKey = (number: number) => `q${number}${'S'.repeat(38)}`
const token = 't'.repeat(8) + 'P'.repeat(32)

const idOf = async ({ context }: AppUnderTest, table: 'queries' | 'dashboards' | 'users', name: string) => {
  const rows = await context.db.selectFrom(table).where('name', '=', name).select('id').execute()
  expect(rows).toHaveLength(1)
  return rows[0]?.id ?? 0
}

const json = async (reply: Promise<{ statusCode: number; json(): unknown }>) => {
  const answered = await reply
  expect(answered.statusCode).toBe(200)
  return answered.json() as Record<string, unknown>
}

describe.each(versions)('from Redash %d', (version) => {
  it('brings everything into an instance that is not set up', async () => {
    const app = await emptyApp()
    const redash = await redashDatabase(version)
    const { counts, notes } = await bring(app, redash.url)
    expect(counts).toEqual({
      setting: { new: 8, left_out: 1 },
      ...{ group: { new: 4 }, user: { new: 5 }, member: { new: 7 } },
      ...{ data_source: { new: 4 }, access: { new: 5 } },
      ...{ query: { new: 9 }, visualization: { new: 11 }, snippet: { new: 1 } },
      ...{ dashboard: { new: 3 }, widget: { new: 4 }, public_link: { new: 1 } },
      ...{ destination: { new: 2 }, alert: { new: 2 }, subscription: { new: 3 } },
      ...{ favorite: { new: 2 }, permission: { new: 2 } },
    })
    expect(notes.map(({ kind, id, name, text }) => `${kind} ${name || id}: ${text}`)).toEqual([
      'setting colour_of_the_moon: There is no such setting here.',
      'group Readers: Permissions that do not exist here were left out: a_permission_of_a_plugin.',
      'data_source Berths: Options that do not exist here were left out: an_option_of_a_fork.',
      'data_source Tide gauge: There is no connector for the type "tide_gauge": it is kept, but shown nowhere, and its queries cannot run.',
      'query A bad schedule: Its schedule cannot come: schedule.time: expected HH:mm in UTC, or null.',
      expect.stringMatching(
        /^widget 2: It has static values on dashboard 1\. Redash does not say who stored them/,
      ),
    ])

    // people: passwords, keys, groups
    const login = await app.anonymous.post('/login', {
      email: 'Ada@harbour.example',
      password: 'tide-tables-2024',
    })
    expect(login.statusCode).toBe(200)
    const ada = browserWith(app.app, login)
    const ben = app.withKey(key('b'))
    const { user } = await json(ben.get('/api/session'))
    expect(user).toMatchObject({ name: 'Ben Mole', email: 'ben@harbour.example' })
    expect((await app.withKey(key('d')).get('/api/session')).statusCode).toBe(401)
    const dan = await json(app.withKey(key('a')).get(`/api/users/${await idOf(app, 'users', 'Dan Left')}`))
    expect(dan).toMatchObject({ is_disabled: true, disabled_at: '2024-03-04T09:00:00.000Z' })
    const settings = await json(app.withKey(key('a')).get('/api/settings/organization'))
    expect(settings).toMatchObject({
      settings: {
        date_format: 'DD/MM/YY',
        time_format: 'HH:mm:ss',
        auth_google_apps_domains: ['harbour.example'],
      },
    })
    expect((settings as { settings: object }).settings).not.toHaveProperty('beacon_consent')

    // queries, with what refers to them
    const flags = await idOf(app, 'queries', 'Flags')
    const ships = await idOf(app, 'queries', 'Ships of the year')
    const tons = await json(ada.get(`/api/queries/${await idOf(app, 'queries', 'Tons by flag')}`))
    expect(tons).toMatchObject({
      ...{ is_draft: false, tags: ['ships'], api_key: queryKey(3) },
      schedule: { interval: 86400, time: '06:00', day_of_week: null, until: '2031-01-01' },
      options: {
        parameters: [
          { name: 'flag', type: 'query', queryId: flags },
          { name: 'since', type: 'date-range' },
        ],
      },
      user: { name: 'Ben Mole' },
      created_at: '2024-03-03T09:00:00.000Z',
    })
    const again = await json(ada.get(`/api/queries/${await idOf(app, 'queries', 'Tons again')}`))
    expect(again).toMatchObject({ query: `select * from query_${ships}` })
    const byKey = app.withKey(queryKey(1))
    expect((await byKey.get(`/api/queries/${ships}`)).statusCode).toBe(200)
    expect((await byKey.get(`/api/queries/${flags}`)).statusCode).toBe(401)
    const archive = await json(app.withKey(key('a')).get('/api/queries/archive'))
    expect(archive).toMatchObject({ count: 1, results: [{ name: 'Old cranes' }] })
    expect(await json(ben.get('/api/queries/favorites'))).toMatchObject({
      results: [{ name: 'Ships of the year' }],
    })
    const grants = await json(ben.get(`/api/queries/${await idOf(app, 'queries', 'Tons by flag')}/acl`))
    expect(grants).toMatchObject({ modify: [{ name: 'Ada Quay' }] })

    // the query of the dropdown list is run, so that the list has values
    const jobs = await app.context.db.selectFrom('jobs').select(['query_id', 'status']).execute()
    expect(jobs).toEqual([{ query_id: flags, status: 'queued' }])

    // a dashboard: its old address, its places, its public link
    const board = await json(ada.get('/api/dashboards/harbour-today?legacy'))
    const widgets = (
      board as unknown as { widgets: { text: string; options: object; visualization?: { name: string } }[] }
    ).widgets
    expect(
      widgets.map(({ options, text, visualization }) => ({ ...options, is: visualization?.name ?? text })),
    ).toMatchObject([
      { is: 'How many', position: { col: 0, row: 0, sizeX: 2, sizeY: 3, columns: 6 } },
      {
        is: 'Tons',
        position: { col: 2, row: 0, sizeX: 4, sizeY: 8, columns: 6 },
        parameterMappings: { since: { type: 'static-value' } },
      },
      { is: '## Berths\n\nAsk *Ben*.', position: { col: 0, row: 3, sizeX: 2, sizeY: 2, columns: 6 } },
    ])
    expect(board).toMatchObject({
      public_url: expect.stringContaining(token),
      tags: ['ships'],
      dashboard_filters_enabled: true,
    })
    expect(await json(app.anonymous.get(`/api/dashboards/public/${token}`))).toMatchObject({
      name: 'Harbour today',
    })
    const ended = await app.anonymous.get(`/api/dashboards/public/${'u'.repeat(8)}${'P'.repeat(32)}`)
    expect(ended.statusCode).toBe(404)

    // alerts and their destinations
    const alerts = (await json(ada.get('/api/alerts'))) as unknown as { id: number; name: string }[]
    expect(alerts.map(({ name }) => name).toSorted()).toEqual(['Quiet', 'Too many ships'])
    const loud = alerts.find(({ name }) => name === 'Too many ships')
    expect(loud).toMatchObject({ state: 'triggered', rearm: 60, options: { column: 'id', value: 10 } })
    const subscriptions = await json(ada.get(`/api/alerts/${loud?.id}/subscriptions`))
    expect(subscriptions).toMatchObject([
      { user: { name: 'Ada Quay' }, destination: { name: 'Harbour master' } },
      { user: { name: 'Ada Quay' }, destination: { name: 'Radio' } },
      { user: { name: 'Ben Mole' } },
    ])

    // secrets are sealed with our key
    const { encrypted_options } = await app.context.db
      .selectFrom('data_sources')
      .where('name', '=', 'Berths')
      .select('encrypted_options')
      .executeTakeFirstOrThrow()
    expect(app.context.secrets.unseal(encrypted_options)).toEqual({
      ...{ host: '127.0.0.1', port: 5432, user: 'harbour', password: 'p w "ö" 1', dbname: 'berths' },
    })
    // and the ids are those of Redash, so that old addresses work
    const theirs = await redash.client.query<{ id: number }>(`select id from queries order by id`)
    const ours = await app.context.db.selectFrom('queries').select('id').orderBy('id').execute()
    expect(ours).toEqual(theirs.rows)
  })
})

describe('a second import', () => {
  it('brings what is new or has changed there, and keeps what has changed here', async () => {
    const app = await emptyApp()
    const { url, client } = await redashDatabase(26)
    await bring(app, url)
    const unchanged = await bring(app, url)
    for (const outcomes of Object.values(unchanged.counts)) {
      const { same, left_out, ...others } = outcomes
      expect(others).toEqual({})
    }

    const ada = app.withKey(key('a'))
    const ships = await idOf(app, 'queries', 'Ships of the year')
    const flags = await idOf(app, 'queries', 'Flags')
    const draft = await idOf(app, 'queries', 'A draft')
    expect((await ada.post(`/api/queries/${ships}`, { name: 'Ships, as named here' })).statusCode).toBe(200)
    await app.context.db.deleteFrom('queries').where('id', '=', draft).execute()
    await app.context.db.deleteFrom('favorites').execute()
    await client.query(`update queries set name = name || ' of Redash' where id in ($1, $2, $3)`, [
      ships,
      flags,
      draft,
    ])
    await client.query(`insert into query_snippets (org_id, trigger, description, user_id, snippet, created_at, updated_at)
      select org_id, 'later', '', user_id, 'select 1', now(), now() from query_snippets`)

    const second = await bring(app, url)
    expect(second.counts).toMatchObject({
      query: { same: 6, changed: 1, kept: 1, deleted_here: 1 },
      ...{ snippet: { same: 1, new: 1 }, favorite: { same: 2 } },
    })
    const names = async () => {
      const rows = await app.context.db
        .selectFrom('queries')
        .where('id', 'in', [ships, flags, draft])
        .select('name')
        .orderBy('id')
        .execute()
      return rows.map(({ name }) => name)
    }
    expect(await names()).toEqual(['Ships, as named here', 'Flags of Redash'])
    expect((await ada.get(`/api/queries/favorites`)).json()).toMatchObject({ count: 0 })
    expect(second.notes.map(({ kind, name, text }) => `${kind} ${name}: ${text}`)).toContain(
      'query Ships of the year of Redash: It has changed in Redash and here; what is here stays (--overwrite replaces it).',
    )

    const third = await bring(app, url, { overwrite: true })
    expect(third.counts['query']).toEqual({ same: 7, changed: 1, deleted_here: 1 })
    expect(await names()).toEqual(['Ships of the year of Redash', 'Flags of Redash'])
  })

  it('starts schedules and alerts that a first one with --paused has left out', async () => {
    const app = await emptyApp()
    const { url } = await redashDatabase(10)
    await bring(app, url, { paused: true })
    const found = async () => {
      const { db } = app.context
      const schedules = await db
        .selectFrom('queries')
        .where('schedule', 'is not', null)
        .select('id')
        .execute()
      const options = (await db.selectFrom('alerts').select('options').execute()).map((row) =>
        JSON.parse(row.options),
      )
      return { schedules: schedules.length, muted: options.filter(({ muted }) => muted === true).length }
    }
    expect(await found()).toEqual({ schedules: 0, muted: 2 })
    await bring(app, url)
    expect(await found()).toEqual({ schedules: 2, muted: 0 })
  })
})

it('brings a Redash into an instance that has content of its own', async () => {
  const app = await emptyApp({})
  const { url, client } = await redashDatabase(10)
  await client.query(`update users set email = $1 where name = 'Ada Quay'`, [app.admin.email])
  const [own] = await Promise.all(Array.from({ length: 8 }, () => createQuery(app.context)))
  const { counts } = await bring(app, url)
  expect(counts).toMatchObject({
    user: { new: 4, here_before: 1 },
    group: { here_before: 2, new: 2 },
    query: { new: 9 },
  })

  // the admin who was here keeps their password and key, and owns what was theirs in Redash
  expect((await app.withKey(app.admin.api_key).get('/api/session')).json()).toMatchObject({
    user: { id: app.admin.id },
  })
  const admin = app.withKey(app.admin.api_key)
  const ships = await idOf(app, 'queries', 'Ships of the year')
  const flags = await idOf(app, 'queries', 'Flags')
  expect(ships).toBeGreaterThan(8)
  expect((await admin.get(`/api/queries/${ships}`)).json()).toMatchObject({ user: { id: app.admin.id } })
  // what names a query by its id names it by the new one
  const again = (await admin.get(`/api/queries/${await idOf(app, 'queries', 'Tons again')}`)).json()
  expect(again).toMatchObject({ query: `select * from query_${ships}` })
  const tons = (await admin.get(`/api/queries/${await idOf(app, 'queries', 'Tons by flag')}`)).json()
  expect(tons.options.parameters[0]).toMatchObject({ queryId: flags })
  // a query that is made next takes an id that is free
  const made = await admin.post('/api/queries', {
    name: 'Next',
    query: 'select 1',
    data_source_id: own?.data_source_id,
  })
  expect(made.statusCode).toBe(200)
})

it('leaves nothing behind with --dry-run, and answers what an import does', async () => {
  const app = await emptyApp()
  const { url } = await redashDatabase(8)
  const trial = await bring(app, url, { dryRun: true })
  const { db } = app.context
  for (const table of ['organizations', 'users', 'queries', 'import_items'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await bring(app, url)).toEqual(trial)
})

describe('refuses, and leaves everything as it was,', () => {
  it.each<[string, string | null, string, RegExp]>([
    [
      'a wrong key',
      null,
      'another key',
      /^--secret-key: it does not open the options of the data source "Berths"\./,
    ],
    [
      'a part of a database',
      'drop table widgets cascade',
      secretKey,
      /^--database: the table widgets is missing\. /,
    ],
    [
      'an older Redash',
      'alter table data_sources drop column encrypted_options; drop table favorites',
      secretKey,
      /^--database: data_sources\.encrypted_options is missing, and 1 more\. Either this Redash is older than version 8/,
    ],
    [
      'another product',
      'drop table alembic_version',
      secretKey,
      /^--database: this is not a database of Redash/,
    ],
    [
      'a Redash without admins',
      'update users set disabled_at = now()',
      secretKey,
      /^Nothing was imported: this Redash has no active admin/,
    ],
    [
      'a Redash that is not set up',
      "update organizations set slug = 'x'; insert into organizations select updated_at, created_at, 99, name, 'y', settings from organizations",
      secretKey,
      /several organizations/,
    ],
  ])('%s', async (_, change, withKey, message) => {
    const app = await emptyApp()
    const { url, client } = await redashDatabase(10)
    if (change !== null) await client.query(change)
    await expect(bring(app, url, {}, withKey)).rejects.toThrow(message)
    expect(await app.context.db.selectFrom('organizations').select('id').execute()).toEqual([])
  })

  it.each([
    ['mysql://redash@localhost/redash', /^--database: an address such as postgres:/],
    ['postgres://redash:wrong@127.0.0.1:1/redash', /^--database: the database of Redash cannot be opened: /],
  ])('%s', async (url, message) => {
    await expect(withRedash({ url, secretKey }, async () => null)).rejects.toThrow(message)
  })
})
