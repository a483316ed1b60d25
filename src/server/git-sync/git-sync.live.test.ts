import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GitSyncRun, getGitSync } from '#shared/git-sync/git-sync-api.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDataSource, createQuery } from '#test/factories.ts'
import {
  makeRepository,
  startGitServer,
  type TestGitServer,
  type TestRepository,
} from '#test/live/git-servers.ts'
import { runGitSync, startDueSyncs } from './git-sync-job.ts'

let app: AppUnderTest
let repository: TestRepository
let server: TestGitServer
beforeAll(async () => {
  ;[app, repository, server] = await Promise.all([appUnderTest(), makeRepository(), startGitServer()])
  await createDataSource(app.context, { name: 'Shop of this instance' })
})
afterAll(async () => {
  await Promise.all([app.close(), repository.remove(), server.stop()])
})

const admin = () => app.withKey(app.admin.api_key)
const ids = { query: randomUUID(), table: randomUUID(), dashboard: randomUUID(), snippet: randomUUID() }
const secret = 'a secret that only the server knows'

const settings = (more: object = {}) => ({
  ...{ remote: 'https', url: server.urlOf(repository.path), branch: 'main', folder: 'bi' },
  ...{ username: '', host_key: '', ca: server.certificate, minutes: 5 },
  ...{ archives_removed: true, with_groups: false, data_sources: { Shop: 'Shop of this instance' } },
  ...{ file_url: 'https://git.example.com/{commit}/{path}', token: server.token, webhook_secret: secret },
  ...more,
})

const files = {
  'bi/queries/orders/query.yaml': [
    ...[
      `id: ${ids.query}`,
      'name: Orders',
      'data_source: Shop',
      'text: query.sql',
      'visualizations: [table.yaml]',
    ],
  ].join('\n'),
  'bi/queries/orders/query.sql': 'select 1\n',
  'bi/queries/orders/table.yaml': `id: ${ids.table}\ntype: TABLE\nname: Table\n`,
  'bi/dashboards/sales.yaml': `id: ${ids.dashboard}\nname: Sales\nwidgets: []\n`,
  'bi/snippets/cte.yaml': `id: ${ids.snippet}\ntrigger: cte\nsnippet: with a as ()\n`,
}

const state = async () => (await admin().get('/api/git-sync')).json<ReplyOf<typeof getGitSync>>()

/** Runs the job as a worker would. */
async function sync(body: object = { is_plan: false }): Promise<GitSyncRun> {
  const reply = await admin().post('/api/git-sync/runs', body)
  const { run_id } = reply.json<{ run_id: number }>()
  await runGitSync(app.context, run_id)
  const run = (await state()).runs.find(({ id }) => id === run_id)
  if (run === undefined) throw new Error(`no run: ${reply.body}`)
  return run
}

const idOf = async (table: 'queries' | 'dashboards' | 'query_snippets', uuid: string) =>
  (await app.context.db.selectFrom(table).select('id').where('uuid', '=', uuid).executeTakeFirstOrThrow()).id

it('refuses settings that cannot work, and names the field', async () => {
  const fieldOf = async (more: object) =>
    (await admin().post('/api/git-sync', settings(more))).json<{ field: string; message: string }>().message
  expect(await fieldOf({ url: 'http://git.example.com/x' })).toBe('url: must begin with https://.')
  expect(await fieldOf({ url: 'ext::sh -c touch' })).toBe('url: must begin with https://.')
  expect(await fieldOf({ url: 'https://ada:token@git.example.com/x' })).toContain('token in its own field')
  expect(await fieldOf({ branch: '--upload-pack=touch' })).toContain('branch: ')
  expect(await fieldOf({ folder: '../outside' })).toContain('folder: ')
  expect(await fieldOf({ remote: 'local', url: '/etc' })).toContain('SEXTANT_GIT_FOLDERS names (none)')
  expect(await fieldOf({ remote: 'ssh', url: 'git@git.example.com:x' })).toContain('host_key: ')
  expect(await fieldOf({ remote: 'ssh', url: 'git@host:-oProxyCommand=x', host_key: 'x' })).toContain('url: ')
})

it('plans and brings the content of the repository, and marks it', async () => {
  const commit = await repository.commit(files, 'Add orders')
  const saved = await admin().post('/api/git-sync', settings())
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.body).not.toContain(server.token)
  const plan = await sync({ is_plan: true })
  expect(plan).toMatchObject({ state: 'done', commit, author: 'Grace Hopper', subject: 'Add orders' })
  expect(plan.results.map(({ outcome, name }) => `${outcome} ${name}`).sort()).toEqual([
    ...['created Orders', 'created Sales', 'created cte'],
  ])
  expect(await sync()).toMatchObject({ state: 'done', results: plan.results })
  const query = await admin().get(`/api/queries/${await idOf('queries', ids.query)}`)
  const path = 'bi/queries/orders/query.yaml'
  const url = `https://git.example.com/${commit}/${path}`
  expect(query.json()).toMatchObject({ query: 'select 1', can_edit: false, from_git: { path, commit, url } })
  // the branch has not moved
  expect(await sync()).toMatchObject({ state: 'done', results: [] })
})

it('lets nobody change it here, and everything else goes on', async () => {
  const [query, dashboard, snippet] = await Promise.all([
    idOf('queries', ids.query),
    idOf('dashboards', ids.dashboard),
    idOf('query_snippets', ids.snippet),
  ])
  const refused = [
    await admin().post(`/api/queries/${query}`, { name: 'Mine' }),
    await admin().delete(`/api/queries/${query}`),
    await admin().post('/api/visualizations', { query_id: query, type: 'TABLE', name: 'x', options: {} }),
    await admin().post(`/api/dashboards/${dashboard}`, { name: 'Mine' }),
    await admin().delete(`/api/dashboards/${dashboard}`),
    await admin().post('/api/widgets', {
      ...{ dashboard_id: dashboard, visualization_id: null, text: 'x', width: 1, options: {} },
    }),
    await admin().post(`/api/query_snippets/${snippet}`, { trigger: 'mine' }),
    await admin().delete(`/api/query_snippets/${snippet}`),
  ]
  for (const reply of refused)
    expect(reply.json()).toMatchObject({
      code: 'content.from_git',
      message: expect.stringContaining('in bi/'),
    })
  const allowed = [
    await admin().post(`/api/queries/${query}/fork`),
    await admin().post(`/api/queries/${query}/favorite`),
    await admin().get(`/api/queries/${query}/versions`),
    await admin().post(`/api/dashboards/${dashboard}/fork`),
    await admin().post(`/api/dashboards/${dashboard}/share`),
  ]
  for (const reply of allowed) expect(reply.statusCode, reply.body).toBe(200)
})

it('writes nothing if one file is wrong, and names it', async () => {
  const broken = { 'bi/snippets/cte.yaml': 'trigger: cte\n', 'bi/queries/orders/query.sql': 'select 2\n' }
  await repository.commit(broken)
  expect(await sync({ is_plan: true })).toMatchObject({ state: 'refused', error: 'A sync would be refused.' })
  const run = await sync()
  expect(run).toMatchObject({ state: 'refused', error: 'Nothing was written.' })
  expect(run.results).toMatchObject([{ name: 'snippets/cte.yaml', problem: expect.stringContaining('id: ') }])
  await repository.commit({ 'bi/snippets/cte.yaml': files['bi/snippets/cte.yaml'] })
  expect((await sync()).results.map(({ outcome, name }) => `${outcome} ${name}`)).toEqual(['updated Orders'])
  // the audit log has each sync that did something, and none that found nothing new
  const events = (await admin().get('/api/events?action=sync&object_type=git_sync')).json<{
    results: { user_id: number; additional_properties: object }[]
  }>().results
  expect(events.map(({ additional_properties }) => additional_properties)).toMatchObject([
    { cause: 'person', state: 'done', updated: ['query Orders'] },
    { cause: 'person', state: 'refused', refused: ['query snippets/cte.yaml'] },
    { state: 'done', created: expect.arrayContaining(['dashboard Sales', 'snippet cte']) },
  ])
  expect(events.every(({ user_id }) => user_id === app.admin.id)).toBe(true)
})

it('leaves what an admin detaches to them, until they attach it again', async () => {
  const query = await idOf('queries', ids.query)
  const body = { kind: 'query', id: query }
  expect((await admin().post('/api/git-sync/detached', body)).statusCode).toBe(200)
  expect((await admin().post(`/api/queries/${query}`, { query: 'select 30' })).statusCode).toBe(200)
  await repository.commit({ 'bi/queries/orders/query.sql': 'select 3\n' })
  expect(await sync()).toMatchObject({ state: 'done', results: [] })
  expect((await state()).detached).toEqual([{ kind: 'query', id: ids.query, name: 'Orders' }])
  await admin().delete(`/api/git-sync/detached/query/${ids.query}`)
  // it was changed here: the sync says so, and replaces it only if a user agrees
  expect((await sync()).results).toMatchObject([{ outcome: 'conflict', name: 'Orders' }])
  expect(await sync({ is_plan: false, overwrites: true })).toMatchObject({ state: 'done' })
  const stored = (await admin().get(`/api/queries/${query}`)).json<{ query: string; can_edit: boolean }>()
  expect(stored).toMatchObject({ query: 'select 3', can_edit: false })
})

it('archives what is gone from the repository, and nothing that never was in it', async () => {
  const own = await createQuery(app.context, { name: 'Only here' })
  await repository.commit({ 'bi/dashboards/sales.yaml': null })
  expect((await sync()).results).toMatchObject([{ outcome: 'deleted', name: 'Sales' }])
  const dashboard = await idOf('dashboards', ids.dashboard)
  expect((await admin().get(`/api/dashboards/${dashboard}`)).json()).toMatchObject({ is_archived: true })
  expect((await admin().get(`/api/queries/${own.id}`)).json()).toMatchObject({ is_archived: false })
})

it('is started by the webhook of the server only, and by the schedule', async () => {
  const body = JSON.stringify({ ref: 'refs/heads/main', text: 'ä' })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const call = (headers: Record<string, string>) =>
    app.anonymous.request('POST', '/api/git-sync/webhook', body, {
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })
  for (const wrong of [{}, { 'x-hub-signature-256': 'sha256=00' }, { 'x-gitlab-token': '' }])
    expect((await call(wrong as Record<string, string>)).statusCode).toBe(401)
  for (const right of [
    { 'x-hub-signature-256': `sha256=${signature}` },
    { 'x-gitea-signature': signature },
    { 'x-gitlab-token': secret },
  ]) {
    const reply = await call(right as unknown as Record<string, string>)
    expect(reply.json(), reply.body).toEqual({ message: 'A sync was started.' })
    const [run] = (await state()).runs
    expect(run).toMatchObject({ cause: 'webhook', state: 'waiting' })
    await runGitSync(app.context, run?.id ?? 0)
  }
  await app.context.db.updateTable('git_sync_runs').set({ state: 'done' }).execute()
  expect(await startDueSyncs(app.context)).toEqual([])
  await app.context.db.deleteFrom('git_sync_runs').execute()
  expect(await startDueSyncs(app.context)).toHaveLength(1)
  expect((await admin().post('/api/git-sync/runs', { is_plan: true })).json()).toMatchObject({
    code: 'git_sync.busy',
  })
  await app.context.db.deleteFrom('git_sync_runs').execute()
})

it('says why a repository cannot be read, without its secrets, and keeps them for their server only', async () => {
  await admin().post('/api/git-sync', { ...settings({ branch: 'nowhere' }), token: undefined })
  expect(await sync()).toMatchObject({ state: 'failed', error: 'The repository has no branch "nowhere".' })
  const elsewhere = settings({ url: 'https://127.0.0.1:1/x' })
  await admin().post('/api/git-sync', { ...elsewhere, token: undefined })
  expect((await state()).settings).toMatchObject({ has_token: false, has_webhook_secret: true })
  const run = await sync()
  expect(run.state).toBe('failed')
  expect(JSON.stringify(run)).not.toContain(server.token)
})

it('gives the content back when the sync is ended', async () => {
  expect((await admin().delete('/api/git-sync')).statusCode).toBe(200)
  const query = await admin().get(`/api/queries/${await idOf('queries', ids.query)}`)
  expect(query.json()).toMatchObject({ can_edit: true })
  expect(await state()).toEqual({ next_at: null, runs: expect.any(Array), detached: [] })
})
