import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createGroup, createOrganization } from '#test/factories.ts'
import { allEndpoints, routeKey } from './all-endpoints.ts'
import { type MatrixRow, matrix } from './authorization-matrix.ts'
import {
  callerOf,
  createWorld,
  fillPath,
  openBrowser,
  type Role,
  roles,
  type World,
  worldsOf,
} from './matrix-world.ts'
import { objectMatrix } from './object-matrix.ts'

let app: AppUnderTest
const worldFor = worldsOf(() => app)
const webFolder = mkdtempSync(join(tmpdir(), 'sextant-objects-'))
beforeAll(async () => {
  for (const page of ['index.html', 'embed.html', 'public-dashboard.html'])
    writeFileSync(join(webFolder, page), '<!doctype html>')
  app = await appUnderTest({ config: { loginsPerHour: 100_000 }, webFolder })
})
afterAll(async () => {
  await app.close()
  rmSync(webFolder, { recursive: true })
})

const columns = [
  ['view', 'owner'],
  ['view', 'grantee'],
  ['none', 'owner'],
  ['none', 'grantee'],
  ['none', 'admin'],
  ['none', 'queryKey'],
] as const satisfies readonly (readonly ['view' | 'none', Role])[]

const onSources =
  /^\w+ \/(api\/(queries|visualizations|query_results|jobs|data_sources|databricks|dashboards|widgets|alerts)|embed)\b/
const byId = /^\w+ \/api\/(users|groups|query_snippets|destinations|deliveries|data_sources)\/:/
/** Routes about the caller, independent of other users. */
const ofOneself = /^POST .*\/second_factor/
const statusOf = ({ expected }: MatrixRow, role: (typeof roles)[number]) =>
  Number(expected.split(' ')[roles.indexOf(role)])
const isOfObject = ({ route, body }: MatrixRow) => route.includes('/:') || body !== undefined
/** Routes that do not belong to an object. */
const isForAdmins = (row: MatrixRow) => statusOf(row, 'owner') === 403 && statusOf(row, 'admin') < 300
/** Routes by token, and objects without a data source. */
const isForAll = ({ route }: MatrixRow) =>
  route.includes('/public/') || ['POST /api/queries/format', 'POST /api/dashboards'].includes(route)

async function call(row: MatrixRow, caller: Caller, world: World): Promise<number> {
  const [method, path = ''] = row.route.split(' ')
  const reply = await caller.request(method as 'GET', fillPath(path, world), row.body?.(world))
  return reply.statusCode
}

it('every route to an object of a data source has a row', () => {
  const rows = matrix.filter(
    (row) => onSources.test(row.route) && isOfObject(row) && !isForAdmins(row) && !isForAll(row),
  )
  expect(Object.keys(objectMatrix).sort()).toEqual(rows.map(({ route }) => route).sort())
})

describe('users with less access than their object requires', () => {
  it.each(matrix.filter(({ route }) => route in objectMatrix))('$route', async (row) => {
    const statuses: string[] = []
    const expected = objectMatrix[row.route]?.split(' ') ?? []
    for (const [index, [access, role]] of columns.entries()) {
      const world = await worldFor(row, Number(expected[index]), access)
      statuses.push(`${access} ${role} ${await call(row, await callerOf(app, role, world), world)}`)
    }
    expect(statuses).toEqual(columns.map(([access, role], index) => `${access} ${role} ${expected[index]}`))
  })
})

describe('objects of another organization do not exist', () => {
  let world: World
  beforeAll(async () => {
    const organization = await createOrganization(app.context, { slug: 'elsewhere' })
    world = await createWorld(app, { organization })
  })
  const rows = matrix.filter(({ route }) => route in objectMatrix || byId.test(route))

  it.each(rows.filter(({ route }) => !route.includes('/embed/')))('$route', async (row) => {
    const asAdmin = await call(row, await app.as(app.admin), world)
    expect(asAdmin).toBe(ofOneself.test(row.route) ? 403 : 404)
    expect([403, 404]).toContain(await call(row, app.withKey(app.member.api_key), world))
  })

  it('query keys of the other organization do not work here', async () => {
    const here = await createWorld(app)
    const reply = await app.withKey(world.query.api_key).get(`/api/queries/${here.query.id}`)
    expect(reply.statusCode).toBe(401)
  })
})

describe('a disabled user has no access, whatever they own', () => {
  let world: World
  let callers: Caller[]
  beforeAll(async () => {
    world = await createWorld(app)
    // a session that was not ended
    callers = [await openBrowser(app, world.owner), app.withKey(world.owner.api_key)]
    await app.context.pool.query('update users set disabled_at = now() where id = $1', [world.owner.id])
  })

  it.each(matrix)('$route', async (row) => {
    for (const caller of callers) expect(await call(row, caller, world)).toBe(statusOf(row, 'anonymous'))
  })
})

it('every endpoint with permission strings requires them, even from owners', async () => {
  const world = await createWorld(app)
  const group = await createGroup(app.context, { permissions: [] })
  await app.context.pool.query('update group_members set group_id = $1 where user_id = $2', [
    group,
    world.owner.id,
  ])
  const { db } = app.context
  await db
    .insertInto('data_source_groups')
    .values({ data_source_id: world.dataSource.id, group_id: group, view_only: false })
    .execute()
  const caller = app.withKey(world.owner.api_key)
  const letIn: string[] = []
  for (const { endpoint } of await allEndpoints()) {
    if (typeof endpoint.access === 'string') continue
    const row = matrix.find(({ route }) => route === routeKey(endpoint))
    const status = row === undefined ? 0 : await call(row, caller, world)
    if (status !== 403) letIn.push(`${routeKey(endpoint)} ${status}`)
  }
  expect(letIn).toEqual([])
})
