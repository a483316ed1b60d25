import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, type TestDataSource } from '#test/factories.ts'
import {
  type JobOnTheWire,
  ownDatabaseOptions,
  untilEnded,
  workerUnderTest,
} from '#test/worker-under-test.ts'

let app: AppUnderTest
let worker: Awaited<ReturnType<typeof workerUnderTest>>
let source: TestDataSource
let member: Caller
let viewer: Caller

beforeAll(async () => {
  app = await appUnderTest()
  worker = await workerUnderTest(app)
  source = await createDataSource(app.context, {
    options: ownDatabaseOptions(app),
    groups: { [app.organization.defaultGroup]: false, [app.viewerGroup]: true },
  })
  ;[member, viewer] = await Promise.all([app.as(app.member), app.as(app.viewer)])
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
})

const text = (name: string) => ({ name, title: name, type: 'text', value: null })
const saved = (query: string, parameters: Record<string, unknown>[] = [text('x')], more = {}) =>
  createQuery(app.context, { data_source_id: source.id, query, options: { parameters, ...more } })

/** Runs to the end and returns the result. */
async function finish(
  caller: Caller,
  reply: { statusCode: number; body: string; json(): unknown },
  of?: number,
) {
  expect([reply.statusCode, reply.body.slice(0, 300)]).toEqual([200, expect.any(String)])
  const { job } = reply.json() as { job: JobOnTheWire }
  const ended = await untilEnded(caller, job.id)
  if (ended.status !== 3) return { job: ended, result: null, body: '' }
  const address =
    of === undefined
      ? `/api/query_results/${ended.query_result_id}`
      : `/api/queries/${of}/results/${ended.query_result_id}.json`
  const read = await caller.get(address)
  return { job: ended, result: read.json().query_result, body: read.body }
}
const run = async (caller: Caller, id: number, parameters: Record<string, unknown>) =>
  finish(caller, await caller.post(`/api/queries/${id}/results`, { parameters, max_age: 0 }), id)
const runText = async (query: string, parameters: Record<string, unknown>, rest = {}) =>
  finish(
    member,
    await member.post('/api/query_results', {
      query,
      data_source_id: source.id,
      parameters,
      max_age: 0,
      ...rest,
    }),
  )

describe('a number parameter', () => {
  it('never names a column: only finite decimal numbers get in', async () => {
    const number = { ...text('x'), type: 'number' }
    const query = await saved('select {{x}} as x from (select 7 as nan, 8 as inf) t', [number])
    for (const x of ['nan', 'inf', '-Infinity', 'true', true, 'NaN ']) {
      const body = { parameters: { x }, max_age: 0 }
      const refused = await viewer.post(`/api/queries/${query.id}/results`, body)
      expect([refused.statusCode, refused.json().message]).toEqual([
        400,
        'The following parameter values are incompatible with their definitions: x',
      ])
    }
    const ended = await run(viewer, query.id, { x: '12345678901234567890123' })
    expect(ended.body).toContain('"x":12345678901234567890123}')
  })
})

describe('who may run a query with a text parameter', () => {
  it('all users who see it, if the text is only a value', async () => {
    const query = await saved("select 1 as n where 'a' <> '{{ x }}' and 'b' <> {{ x }} -- {{ x }}")
    expect((await viewer.get(`/api/queries/${query.id}`)).json().is_safe).toBe(true)
    const listed = (await viewer.get('/api/queries?page_size=250')).json().results
    expect(listed.find((row: { id: number }) => row.id === query.id).is_safe).toBe(true)
    for (const x of ["x' or '1'='1", "'; drop table queries; --", '\\', '*/ x\n--', '$$', '縗']) {
      expect((await run(viewer, query.id, { x })).result.data.rows).toEqual([{ n: 1 }])
    }
    const key = `api_key=${query.api_key}`
    const asked = await app.anonymous.post(`/api/queries/${query.id}/results?${key}`, {
      parameters: { x: "by key'" },
      max_age: 0,
    })
    expect((await untilEnded(member, asked.json().job.id)).status).toBe(3)
  })

  it('only users with full access, if it could be anything', async () => {
    const templates = [
      'select {{x}} as x',
      'select 1 from {{x}}',
      'select 1 as "{{x}}"',
      'select 1 order by {{x}}',
      "select '{{x}}'",
      "select 1 where '1' ~ '{{x}}'",
      // SQL in a string: a value in it is part of what runs
      "select query_to_xml('select email from users where name = ''{{x}}''', true, false, '')",
      "select query_to_xml('{{x}}', true, false, '')",
      "select query_to_xml('{{x}}'::text, true, false, '')",
      "select length(pg_read_file('{{x}}'))",
      "select '{{x}}'::regclass",
    ]
    for (const template of templates) {
      const query = await saved(template)
      expect((await viewer.get(`/api/queries/${query.id}`)).json().is_safe).toBe(false)
      const body = { parameters: { x: '1' }, max_age: 0 }
      expect((await viewer.post(`/api/queries/${query.id}/results`, body)).statusCode).toBe(403)
      const address = `/api/queries/${query.id}/results?api_key=${query.api_key}`
      expect((await app.anonymous.post(address, body)).statusCode).toBe(403)
      expect((await member.post(`/api/queries/${query.id}/results`, body)).statusCode).toBe(200)
    }
  })

  it('only those users, if another value removes what made it an operand', async () => {
    const query = await saved("select length({{#e}}'a' < {{/e}}'{{x}}' {{#e}}::text{{/e}}) as n", [
      { ...text('e'), type: 'enum', enumOptions: 'yes\n' },
      text('x'),
    ])
    const parameters = { e: '', x: 'abc' }
    const refused = await viewer.post(`/api/queries/${query.id}/results`, { parameters, max_age: 0 })
    expect(refused.statusCode).toBe(403)
    expect((await run(member, query.id, parameters)).result.data.rows).toEqual([{ n: 3 }])
  })

  it('no other user when another value moves the quotes', async () => {
    const open = { name: 'e', title: 'e', type: 'enum', enumOptions: "'\nfine", value: null }
    const query = await saved("select 1 as {{e}}, '{{x}}' = 'y' as x", [open, text('x')])
    expect((await viewer.get(`/api/queries/${query.id}`)).json().is_safe).toBe(true)
    expect((await run(viewer, query.id, { e: 'fine', x: "a'" })).result.data.rows).toEqual([
      { fine: 1, x: false },
    ])
    const refused = await viewer.post(`/api/queries/${query.id}/results`, {
      parameters: { e: "'", x: ', 2 --' },
    })
    expect([refused.statusCode, refused.json().job.error]).toEqual([
      403,
      'This query contains potentially unsafe parameters and cannot be executed with read-only access to this data source.',
    ])
  })

  it('not even those users, with a data value that is invalid at its position', async () => {
    const list = await saved("select 'queries; drop table queries' as name union select 'queries'", [])
    const { job } = await run(member, list.id, {})
    await app.context.db
      .updateTable('queries')
      .set({ latest_result_id: job.query_result_id })
      .where('id', '=', list.id)
      .execute()
    const choice = { name: 't', title: 't', type: 'query', queryId: list.id, value: null }
    const query = await saved('select count(*) > 0 as b from {{t}}', [choice])
    expect((await run(viewer, query.id, { t: 'queries' })).result.data.rows).toEqual([{ b: true }])
    const refused = await member.post(`/api/queries/${query.id}/results`, {
      parameters: { t: 'queries; drop table queries' },
    })
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'The following parameter values are incompatible with their definitions: t',
    ])
  })
})

describe('texts and results of bound runs', () => {
  it('are those of the same text with literals, and of no other', async () => {
    const template = "select name from (values ('a'), ('b')) v (name) where name = '{{x}}'"
    const typed = await runText(template.replace('{{x}}', "x' or '1'='1"), {})
    expect(typed.result.data.rows).toHaveLength(2)
    const query = await saved(template)
    const injected = await member.post(`/api/queries/${query.id}/results`, {
      parameters: { x: "x' or '1'='1" },
    })
    expect(injected.json().query_result).toBeUndefined()
    expect((await finish(member, injected, query.id)).result.data.rows).toEqual([])
    const bound = await run(viewer, query.id, { x: 'a' })
    const literal = await member.post('/api/query_results', {
      query: template.replace('{{x}}', 'a'),
      data_source_id: source.id,
      max_age: -1,
    })
    expect(literal.json().query_result.id).toBe(bound.result.id)
    expect(bound.result.query).toBe(template.replace('{{x}}', 'a'))
  })

  it('differ from those of a text that continues after a carriage return', async () => {
    const first = await runText('select 17 as poisoned', {})
    const other = await runText('select 17 as poisoned --\runion all select 666', {})
    expect(other.result.data.rows).toHaveLength(2)
    const asked = { query: 'select 17 as poisoned', data_source_id: source.id }
    const kept = await member.post('/api/query_results', asked)
    expect(kept.json().query_result.id).toBe(first.result.id)
  })

  it('differ from those of a condition that the minus of a number turned into a comment', async () => {
    const number = { name: 'x', title: 'x', type: 'number', value: 0 }
    const { id } = await saved('select n from (values (1), (2)) as t (n) where 0 < n -{{x}} and n = 1', [
      number,
    ])
    expect((await run(viewer, id, { x: '-1' })).result.data.rows).toEqual([{ n: 1 }])
  })

  it('keep digits and types of the numbers they compare', async () => {
    const n = { name: 'n', title: 'n', type: 'number', value: null }
    const query = await saved(
      'select n, pg_typeof(n)::text as t from (values (5), (12345678901234567890)) v (n) where n = {{n}} limit {{l}}',
      [n, { ...n, name: 'l' }],
    )
    const { body } = await run(viewer, query.id, { n: '12345678901234567890', l: 1 })
    expect(body).toContain('"rows":[{"n":12345678901234567890,"t":"numeric"}]')
    const integer = await saved(
      'select case when {{n}} = 5 then 1 end as a, n from (select 5 as n) v where n in ({{n}})',
      [n],
    )
    expect(
      (await run(viewer, integer.id, { n: 5 })).result.data.columns.map((c: { type: string }) => c.type),
    ).toEqual(['integer', 'integer'])
  })

  it('update the saved query whose hash they have', async () => {
    const created = await member.post('/api/queries', {
      name: 'Bound',
      data_source_id: source.id,
      query: "select '{{x}}' = '' as x, {{n}} as n where 5 = {{n}} and 'y' <> {{x}}",
      options: {
        parameters: [
          { ...text('x'), value: "it's" },
          { name: 'n', title: 'n', type: 'number', value: 5 },
        ],
      },
    })
    const { id, query_hash } = created.json()
    const { result } = await run(viewer, id, { x: "it's", n: 5 })
    expect(result.query_hash).toBe(query_hash)
    expect((await member.get(`/api/queries/${id}`)).json().latest_query_data_id).toBe(result.id)
    const other = await run(viewer, id, { x: "it''s", n: 5 })
    expect(other.result.query_hash).not.toBe(query_hash)
    expect((await member.get(`/api/queries/${id}`)).json().latest_query_data_id).toBe(result.id)
    const refreshed = await finish(member, await member.post(`/api/queries/${id}/refresh?p_x=it%27s&p_n=5`))
    expect(refreshed.result.query_hash).toBe(query_hash)
  })

  it('are limited, and run statement by statement in one transaction', async () => {
    const { result } = await runText(
      "set local work_mem = '5MB'; select current_setting('{{s}}') as w, g from generate_series(1, 2000) g where 'x' = '{{x}}'",
      { s: 'work_mem', x: 'x' },
      { apply_auto_limit: true },
    )
    expect(result.query).toMatch(/'x' = 'x' LIMIT 1000$/)
    expect(result.data.rows).toHaveLength(1000)
    expect(result.data.rows[0].w).toBe('5MB')
  })

  it('report errors at their position in the text as written', async () => {
    const { job } = await runText("select 1\nwhere '{{x}}' = 'y' and {{n}} = 2\n  and nowhere = 1", {
      x: 'a value that is longer than its placeholder',
      n: 2,
    }).catch((error) => error)
    expect(job.error).toContain('column "nowhere" does not exist')
    expect(job.error_position).toEqual({ line: 3, column: 7 })
    const wrong = await runText("select 1\nwhere 5 =  '{{x}}'", { x: 'abc' })
    expect(wrong.job.error).toBe('invalid input syntax for type integer: "abc"')
    expect(wrong.job.error_position).toEqual({ line: 2, column: 12 })
  })

  it('accept joined lists, and lists as lists', async () => {
    const template =
      "select name from (values ('a'), ('b'), ('O''B')) v (name) where name in ({{l}}) order by 1"
    const rows = async (l: unknown) =>
      (await runText(template, { l })).result.data.rows.map((row: { name: string }) => row.name)
    expect(await rows("'a','O''B'")).toEqual(["O'B", 'a'].sort())
    expect(await rows(['a', "O'B"])).toEqual(["O'B", 'a'].sort())
    expect(await rows("'a') or ('1'='1'")).toEqual([])
  })

  it('preserve values that texts cannot contain', async () => {
    const query = await saved("select '{{x}}'")
    const refresh = await member.post(`/api/queries/${query.id}/refresh?p_x=a%00b`)
    expect(refresh.statusCode).toBe(400)
    const body = JSON.stringify({ parameters: { x: 'a\0b' } })
    const run = await member.post(`/api/queries/${query.id}/results`, JSON.parse(body))
    expect(run.statusCode).toBe(400)
  })

  it('keep their values for another attempt, by another worker', async () => {
    const reply = await member.post('/api/query_results', {
      query:
        "select '{{x}}' as x, pg_sleep(1)::text from (select '{{x}}' as y) v where y = '{{x}}' and 5 = {{n}}",
      data_source_id: source.id,
      parameters: { x: "x' --", n: 5 },
      max_age: 0,
    })
    const { id } = reply.json().job
    const readJob = () =>
      app.context.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    while ((await readJob()).status === 'queued') await new Promise((resolve) => setTimeout(resolve, 20))
    const first = (await readJob()).worker_id
    await worker.stop()
    worker = await workerUnderTest(app)
    const ended = await untilEnded(member, id)
    expect(ended.status).toBe(3)
    const job = await readJob()
    expect(job.worker_id).not.toBe(first)
    expect(job.bound?.map(({ value, type }) => [value, type])).toEqual([
      ["x' --", 'text'],
      ["x' --", 'text'],
      ["x' --", 'text'],
      ['5', 'int4'],
    ])
    const rows = await member.get(`/api/jobs/${id}/rows`)
    expect(rows.json().rows[0].x).toBe("x' --")
  })
})
