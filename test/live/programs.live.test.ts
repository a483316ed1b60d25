import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import type { QueryResult as ApiResult, ResultColumn } from '#shared/results/results-api.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDataSource, createQuery } from '#test/factories.ts'
import { ownDatabaseOptions, workerUnderTest } from '#test/worker-under-test.ts'
import type * as source from '../../packages/client/src/index.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

let app: AppUnderTest
let worker: Awaited<ReturnType<typeof workerUnderTest>>
let url: string
let folder: string
let client: source.Client
let saved: number
/** the client as `npm pack` would build it */
let built: typeof source

beforeAll(async () => {
  app = await appUnderTest()
  worker = await workerUnderTest(app)
  url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const groups = { [app.organization.defaultGroup]: false }
  const { id } = await createDataSource(app.context, {
    ...{ name: 'Own', type: 'pg', groups },
    options: ownDatabaseOptions(app),
  })
  saved = (
    await createQuery(app.context, {
      ...{ data_source_id: id, user_id: app.member.id, query: 'select {{ n }} + 1 as next' },
      options: { parameters: [{ name: 'n', title: 'N', type: 'number', value: 1 }] },
    })
  ).id
  folder = await mkdtemp(join(tmpdir(), 'sextant-client-'))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '--project', 'packages/client', '--outDir', folder], { cwd: root })
  built = await import(join(folder, 'index.js'))
  client = built.createClient({ url, key: app.member.api_key })
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

const activeRuns = () =>
  app.context.db.selectFrom('jobs').select('id').where('status', 'in', ['queued', 'started']).execute()

describe('the client', () => {
  it('has the types of the API', () => {
    expectTypeOf<source.Column>().toEqualTypeOf<ResultColumn>()
    expectTypeOf<Pick<source.QueryResult, 'id' | 'retrieved_at' | 'runtime'>>().toEqualTypeOf<
      Pick<ApiResult, 'id' | 'retrieved_at' | 'runtime'>
    >()
  })

  it('runs texts by the name or the id of a data source, and saved queries with parameters', async () => {
    const { columns, rows, truncated } = await client.query<{ n: number }>("select 1 as n, 'a' as t", {
      dataSource: 'Own',
    })
    expect({ rows, truncated }).toEqual({ rows: [{ n: 1, t: 'a' }], truncated: false })
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['n', 'integer'],
      ['t', 'string'],
    ])
    const run = await client.runQuery(saved, { parameters: { n: 41 } })
    expect(run.rows).toEqual([{ next: 42 }])
    // stored: the same result again
    expect((await client.runQuery(saved, { parameters: { n: 41 }, maxAge: 3600 })).id).toBe(run.id)
    expect(await client.request<{ id: number }>(`/api/queries/${saved}`)).toMatchObject({ id: saved })
  })

  it('streams all rows in their order, from a run and from a stored result', async () => {
    const text = 'select n from generate_series(1, 12000) n order by n'
    for (const maxAge of [0, -1]) {
      const seen: unknown[] = []
      for await (const { n } of client.stream(text, { dataSource: 'Own', maxAge })) seen.push(n)
      expect(seen).toHaveLength(12_000)
      expect(seen.every((n, index) => n === index + 1)).toBe(true)
    }
    const rows: unknown[] = []
    for await (const row of client.streamQuery(saved, { parameters: { n: 1 } })) rows.push(row)
    expect(rows).toEqual([{ next: 2 }])
  })

  it('ends the run when the loop is left or the signal is aborted', async () => {
    // first many rows, then nothing for a long time
    const text =
      'select n, pg_sleep(case when n > 30000 then 60 else 0 end)::text from generate_series(1, 30010) n'
    for await (const row of client.stream(text, { dataSource: 'Own' })) {
      expect(row).toHaveProperty('n', 1)
      break
    }
    await expect.poll(activeRuns).toEqual([])
    const stop = new AbortController()
    const waiting = client.query('select pg_sleep(60)', { dataSource: 'Own', signal: stop.signal })
    await expect.poll(activeRuns).toHaveLength(1)
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect.poll(activeRuns).toEqual([])
  })

  it('tells what is wrong', async () => {
    const failing = client.query('select\n  nothing', { dataSource: 'Own' })
    await expect(failing).rejects.toBeInstanceOf(built.QueryFailed)
    await expect(failing).rejects.toMatchObject({
      message: expect.stringContaining('column "nothing" does not exist'),
      position: { line: 2, column: 3 },
    })
    await expect(client.query('select 1', { dataSource: 'Other' })).rejects.toThrow(
      'You can use no data source called "Other".',
    )
    await expect(client.query(' ', { dataSource: 'Own' })).rejects.toThrow("Can't execute empty query.")
    await expect(client.request('/api/users/999999')).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    })
    const stranger = built.createClient({ url, key: 'wrong' })
    await expect(stranger.request('/api/queries')).rejects.toMatchObject({
      status: 401,
      code: 'auth.required',
    })
    await expect(stranger.request('/help/')).rejects.toMatchObject({ code: 'not_json' })
  })
})

describe('the examples', () => {
  const start = (program: string, args: string[], key = app.member.api_key) =>
    run(program, args, {
      cwd: join(root, 'examples/programs'),
      env: { ...process.env, SEXTANT_URL: url, SEXTANT_KEY: key },
    })
  const text = "select 7 as n, 'é' as t"

  it('curl', async () => {
    const { stdout } = await start('sh', ['run-query.sh', String(saved), '{"n": 1}'])
    expect(stdout.replace(/^\uFEFF/, '').split(/\r?\n/)).toEqual(['next', '2', ''])
    await expect(start('sh', ['run-query.sh', String(saved)])).rejects.toMatchObject({
      stderr: expect.stringContaining('Missing parameter value for: n'),
    })
  })

  it('Python', async () => {
    const { stdout } = await start('python3', ['run_query.py', 'Own', text])
    expect(JSON.parse(stdout)).toEqual({ n: 7, t: 'é' })
    await expect(start('python3', ['run_query.py', 'Own', 'select nothing'])).rejects.toMatchObject({
      stderr: expect.stringContaining('column "nothing" does not exist'),
    })
  })

  it('TypeScript', async () => {
    const { stdout } = await start(process.execPath, ['run-query.ts', 'Own', text])
    expect(JSON.parse(stdout)).toEqual({ n: 7, t: 'é' })
    await expect(start(process.execPath, ['run-query.ts', 'Own', text], 'wrong')).rejects.toMatchObject({
      stderr: expect.stringContaining('Please login and try again.'),
    })
  })
})
