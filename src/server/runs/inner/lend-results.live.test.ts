import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboard,
  createDataSource,
  createQuery,
  createUser,
  createVisualization,
  createWidget,
  shareBy,
} from '#test/factories.ts'
import { ownDatabaseOptions, untilEnded, workerUnderTest } from '#test/worker-under-test.ts'

let app: AppUnderTest
let worker: Awaited<ReturnType<typeof workerUnderTest>>
let folder: string
let member: Caller
let admin: Caller
/** `members`, `admins`, `results`: Query Results of everyone */
const source = { pg: 0, sqlite: 0, secret: 0, results: 0 }

beforeAll(async () => {
  app = await appUnderTest()
  folder = mkdtempSync(join(tmpdir(), 'lend-results-'))
  const file = join(folder, 'teams.db')
  const database = new DatabaseSync(file)
  database.exec(
    "create table teams (id integer, title text); insert into teams values (1, 'Sales'), (2, 'Support')",
  )
  database.close()
  ;[member, admin] = await Promise.all([app.as(app.member), app.as(app.admin)])
  const own = ownDatabaseOptions(app)
  const { adminGroup, defaultGroup } = app.organization
  const groups = { [defaultGroup]: false, [app.viewerGroup]: true }
  source.pg = (await createDataSource(app.context, { options: own, groups })).id
  source.sqlite = (
    await createDataSource(app.context, { type: 'sqlite', options: { dbpath: file }, groups })
  ).id
  source.secret = (await createDataSource(app.context, { options: own, groups: { [adminGroup]: false } })).id
  source.results = (await createDataSource(app.context, { type: 'results', options: {}, groups })).id
  // a single place: a run that waited for a place for its own runs would wait for ever
  worker = await workerUnderTest(app, { workerConcurrency: 1, fileFolders: [folder], dataDir: folder })
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function addQuery(
  name: keyof typeof source,
  query: string,
  rest: Parameters<typeof createQuery>[1] = {},
) {
  const user_id = app.member.id
  return await createQuery(app.context, { data_source_id: source[name], query, user_id, ...rest })
}

async function run(query: string, caller = member) {
  const reply = await caller.post('/api/query_results', { query, data_source_id: source.results, max_age: 0 })
  if (reply.statusCode !== 200) return { status: reply.statusCode, error: reply.body, rows: [] }
  const job = await untilEnded(caller, reply.json().job.id)
  if (job.status !== 3) return { status: job.status, error: job.error, rows: [] }
  const result = await caller.get(`/api/query_results/${job.query_result_id}`)
  return { status: 3, error: '', rows: result.json().query_result.data.rows }
}

/** Runs a saved query as this caller; for keys, `key` is in the address. */
async function runSaved(id: number, caller: Caller, key = '', body: Record<string, unknown> = {}) {
  const end = key === '' ? '' : `?api_key=${key}`
  const reply = await caller.post(`/api/queries/${id}/results${end}`, { max_age: 0, ...body })
  if (reply.statusCode !== 200) return { status: reply.statusCode, error: reply.body, rows: [] }
  for (let asked = 0; asked < 100; asked++) {
    const { job } = (await caller.get(`/api/queries/${id}/jobs/${reply.json().job.id}${end}`)).json()
    if (job.status < 3) await new Promise((resolve) => setTimeout(resolve, 100))
    else if (job.status > 3) return { status: job.status, error: job.error, rows: [] }
    else {
      const stored = await caller.get(`/api/queries/${id}/results/${job.query_result_id}.json${end}`)
      return { status: 3, error: '', rows: stored.json().query_result?.data.rows ?? stored.body }
    }
  }
  throw new Error('The run does not end.')
}

const jobsOf = async (queryId: number) =>
  (await app.context.pool.query('select * from jobs where query_id = $1 order by queued_at', [queryId])).rows

describe('results of other queries', () => {
  it('joins two data sources, with a worker that has a single place', async () => {
    const people = await addQuery(
      'pg',
      "select * from (values (1, 'Ada', 12.50), (2, 'Bob', 7.25)) p(team, name, hours)",
    )
    const teams = await addQuery('sqlite', 'select * from teams')
    const { rows, error } = await run(
      `select t.title, p.name, p.hours, typeof(p.hours) as type from query_${people.id} p, query_${teams.id} t where t.id = p.team order by 1`,
    )
    expect(error).toBe('')
    expect(rows).toEqual([
      { title: 'Sales', name: 'Ada', hours: 12.5, type: 'DECIMAL(18,2)' },
      { title: 'Support', name: 'Bob', hours: 7.25, type: 'DECIMAL(18,2)' },
    ])
  })

  it('runs query_ID again each time, and makes its result the newest one of the query', async () => {
    const numbers = await addQuery('pg', 'select txid_current()::text as id')
    const text = `select id from query_${numbers.id}`
    const first = (await run(text)).rows[0].id
    const second = (await run(text)).rows[0].id
    expect(second).not.toBe(first)
    // the hash of the saved query is that of its text in the dialect of its data source
    expect((await run(`select id from query_${numbers.id}`)).rows[0].id).not.toBe(second)
    expect(await jobsOf(numbers.id)).toHaveLength(3)
  })

  it('reads cached_query_ID from its stored result', async () => {
    const numbers = await addQuery('pg', 'select txid_current()::text as id')
    expect(await run(`select * from cached_query_${numbers.id}`)).toMatchObject({
      error: `No cached result available for query ${numbers.id}.`,
    })
    const { rows } = await runSaved(numbers.id, member)
    await app.context.pool.query(
      'update queries set latest_result_id = (select max(id) from query_results where query_text like $1) where id = $2',
      ['%txid_current%', numbers.id],
    )
    expect((await run(`select * from cached_query_${numbers.id}`)).rows).toEqual(rows)
    expect(await jobsOf(numbers.id)).toHaveLength(1)
  })

  it('binds the values of param_query_ID, hostile ones too', async () => {
    const greeting = await addQuery('pg', "select '{{ name }}' as name where '{{ name }}' <> 'nobody'", {
      options: { parameters: [{ name: 'name', title: 'Name', type: 'text', value: 'saved' }] },
    })
    const hostile = `x' or 1=1; drop table users --`
    const { rows } = await run(
      `select * from param_query_${greeting.id}_{name=${encodeURIComponent(hostile).replaceAll("'", '%27')}}`,
    )
    expect(rows).toEqual([{ name: hostile }])
    expect((await run(`select * from query_${greeting.id}`)).rows).toEqual([{ name: 'saved' }])
    expect(
      (
        await run(
          `select a.name as a, b.name as b from param_query_${greeting.id}_{name=1} a, param_query_${greeting.id}_{name=2} b`,
        )
      ).rows,
    ).toEqual([{ a: '1', b: '2' }])
  })

  it('refuses values that the definition of a parameter does not allow', async () => {
    const limited = await addQuery('pg', 'select {{ count }} as count', {
      options: { parameters: [{ name: 'count', title: 'Count', type: 'number', value: 3 }] },
    })
    expect((await run(`select * from param_query_${limited.id}_{count=7}`)).rows).toEqual([{ count: 7 }])
    expect(await run(`select * from param_query_${limited.id}_{count=7;drop}`)).toMatchObject({
      error: expect.stringContaining(`Failed loading results for query id ${limited.id}.\n`),
    })
  })

  it('says why a query could not be read', async () => {
    const broken = await addQuery('pg', 'select nothing from nowhere')
    const archived = await addQuery('pg', 'select 1', { is_archived: true })
    expect((await run(`select * from query_${broken.id}`)).error).toBe(
      `Failed loading results for query id ${broken.id}.\nrelation "nowhere" does not exist`,
    )
    for (const id of [archived.id, 999_999, '99999999999999999999']) {
      expect((await run(`select * from query_${id}`)).error).toBe(`Query id ${Number(id)} not found.`)
    }
  })

  it('shares the run of a twin', async () => {
    const slow = await addQuery('pg', 'select pg_sleep(1)::text as slept')
    await run(`select a.slept from query_${slow.id} a, query_${slow.id} b, param_query_${slow.id}_{x=1} c`)
    expect(await jobsOf(slow.id)).toHaveLength(1)
  })

  it('ends the runs that it needs when it is cancelled', async () => {
    const slow = await addQuery('pg', 'select pg_sleep(60)::text as deadly')
    const text = `select * from query_${slow.id}`
    const reply = await member.post('/api/query_results', {
      query: text,
      data_source_id: source.results,
      max_age: 0,
    })
    const { id } = reply.json().job
    await expect.poll(async () => (await jobsOf(slow.id))[0]?.status, { timeout: 20_000 }).toBe('started')
    await member.delete(`/api/jobs/${id}`)
    expect(await untilEnded(member, id)).toMatchObject({ error: 'Query cancelled by user.' })
    await expect.poll(async () => (await jobsOf(slow.id))[0]?.status, { timeout: 20_000 }).toBe('cancelled')
    expect((await run('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

describe('queries of Query Results that read each other', () => {
  it('nests them', async () => {
    const base = await addQuery('pg', 'select 20 as n')
    const inner = await addQuery('results', `select n + 1 as n from query_${base.id}`)
    const outer = await addQuery('results', `select n * 2 as n from query_${inner.id}`)
    expect((await run(`select n from query_${outer.id}`)).rows).toEqual([{ n: 42 }])
  })

  it('refuses circles, and names them', async () => {
    const first = await addQuery('results', 'select 1')
    const second = await addQuery('results', `select * from query_${first.id}`)
    const set = 'update queries set query_text = $1 where id = $2'
    await app.context.pool.query(set, [`select * from param_query_${second.id}_{a=1}`, first.id])
    const circle = 'Queries cannot read each other in a circle: '
    expect((await run(`select * from query_${first.id}`)).error).toBe(
      `${circle}query_${first.id} → query_${second.id} → query_${first.id}.`,
    )
    expect((await runSaved(second.id, member)).error).toBe(
      `${circle}query_${second.id} → query_${first.id} → query_${second.id}.`,
    )
    const own = await addQuery('results', 'select 1')
    await app.context.pool.query(set, [`select 1 as a, * from query_${own.id}`, own.id])
    expect((await runSaved(own.id, member)).error).toBe(`${circle}query_${own.id} → query_${own.id}.`)
  })
})

describe('who may read what', () => {
  it('checks the data source of each query for the person who runs the text', async () => {
    const secret = await addQuery('secret', 'select 7 as secret', { user_id: app.admin.id })
    const text = `select * from query_${secret.id}`
    expect((await run(text, admin)).rows).toEqual([{ secret: 7 }])
    const refused = `You do not have access to query id ${secret.id}.`
    for (const name of ['query', 'cached_query']) {
      expect((await run(`select 1 as x from ${name}_${secret.id}`)).error).toBe(refused)
    }
    expect((await run(`select * from param_query_${secret.id}_{a=1}`)).error).toBe(refused)
    const nested = await addQuery('results', text)
    expect((await run(`select * from query_${nested.id}`)).error).toBe(
      `Failed loading results for query id ${nested.id}.\n${refused}`,
    )
  })

  it('lets people with view access run queries, but not with free text', async () => {
    const viewer = await app.as(app.viewer)
    const plain = await addQuery('pg', 'select 1 as a')
    const free = await addQuery('pg', 'select {{ column }} as a', {
      options: { parameters: [{ name: 'column', title: 'Column', type: 'text', value: '2' }] },
    })
    const reading = await addQuery('results', `select * from query_${plain.id}`)
    expect((await runSaved(reading.id, viewer)).rows).toEqual([{ a: 1 }])
    const saved = await addQuery('results', `select * from query_${free.id}`)
    expect((await runSaved(saved.id, viewer)).rows).toEqual([{ a: 2 }])
    const given = await addQuery('results', `select * from param_query_${free.id}_{column=3}`)
    expect((await runSaved(given.id, viewer)).error).toBe(`You do not have access to query id ${free.id}.`)
    expect((await runSaved(given.id, member)).rows).toEqual([{ a: 3 }])
  })

  it('asks for the data source of the text itself, as always', async () => {
    const outsider = await app.as(app.outsider)
    expect((await run('select 1', outsider)).status).toBe(403)
    expect((await run('select 1', await app.as(app.viewer))).status).toBe(403)
    expect((await run('select 1', app.anonymous)).status).toBe(401)
  })

  it('gives keys and shared dashboards the rights of the owner and of the person who saved it last', async () => {
    const secret = await addQuery('secret', 'select 8 as secret', { user_id: app.admin.id })
    const text = `select * from query_${secret.id}`
    const ofAdmin = await addQuery('results', text, { user_id: app.admin.id })
    const ofMember = await addQuery('results', `${text} where true`)
    const changed = await addQuery('results', `${text} where 1 = 1`, { user_id: app.admin.id })
    await app.context.pool.query('update queries set last_modified_by_id = $1 where id = $2', [
      app.member.id,
      changed.id,
    ])
    const refused = `You do not have access to query id ${secret.id}.`
    const shared = async ({ id }: { id: number }) => {
      const board = await createDashboard(app.context, { user_id: app.admin.id })
      const { id: visualization_id } = await createVisualization(app.context, { query_id: id })
      await createWidget(app.context, { dashboard_id: board.id, visualization_id })
      const token = `t${id}`.padEnd(40, 'x')
      await shareBy(app.context, board, token)
      return token
    }
    const open = await shared(ofAdmin)
    expect((await runSaved(ofAdmin.id, app.anonymous, ofAdmin.api_key)).rows).toEqual([{ secret: 8 }])
    expect((await runSaved(ofAdmin.id, app.anonymous, open)).status).toBe(3)
    for (const query of [ofMember, changed]) {
      const token = await shared(query)
      expect((await runSaved(query.id, app.anonymous, query.api_key)).error).toBe(refused)
      // visitors do not see the messages of runs
      expect((await runSaved(query.id, app.anonymous, token)).error).toMatch(
        /^The query of this widget could not be run/,
      )
    }
  })

  it('gives a disabled owner no rights', async () => {
    const gone = await createUser(app.context, { groups: [app.organization.defaultGroup] })
    const plain = await addQuery('pg', 'select 1 as a')
    const query = await addQuery('results', `select a from query_${plain.id}`, { user_id: gone.id })
    await app.context.pool.query('update users set disabled_at = now() where id = $1', [gone.id])
    expect((await runSaved(query.id, app.anonymous, query.api_key)).error).toBe(
      `You do not have access to query id ${plain.id}.`,
    )
  })
})
