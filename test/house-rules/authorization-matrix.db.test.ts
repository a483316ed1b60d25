import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { routeKey } from './all-endpoints.ts'
import { type MatrixRow, matrix } from './authorization-matrix.ts'
import { callerOf, fillPath, type Role, roles, worldsOf } from './matrix-world.ts'

let app: AppUnderTest
const worldFor = worldsOf(() => app)
/** start pages as in a build, so that no status depends on whether the web has been built */
const webFolder = mkdtempSync(join(tmpdir(), 'sextant-matrix-'))
beforeAll(async () => {
  for (const page of ['index.html', 'embed.html', 'public-dashboard.html'])
    writeFileSync(join(webFolder, page), '<!doctype html>')
  app = await appUnderTest({ config: { loginsPerHour: 100_000 }, webFolder })
})
afterAll(async () => {
  await app.close()
  rmSync(webFolder, { recursive: true })
})

it('every route has a row, every row a route', () => {
  const routes = app.app.routeList.filter(({ method, isFile }) => method !== 'HEAD' && !isFile).map(routeKey)
  const rows = matrix.map(({ route }) => route)
  expect({
    routesWithoutRow: routes.filter((route) => !rows.includes(route)),
    rowsWithoutRoute: rows.filter((row) => !routes.includes(row)),
    doubled: rows.filter((row, index) => rows.indexOf(row) !== index),
  }).toEqual({ routesWithoutRow: [], rowsWithoutRoute: [], doubled: [] })
})

it.each(matrix)('$route', async (row) => {
  const expected = row.expected.split(' ').map(Number)
  expect(expected).toHaveLength(roles.length)
  const statuses: string[] = []
  for (const [index, role] of roles.entries())
    statuses.push(`${role} ${await call(row, role, expected[index] ?? 0)}`)
  expect(statuses).toEqual(roles.map((role, index) => `${role} ${expected[index]}`))
  for (const [role, status] of [
    ['dashboardToken', row.dashboardToken ?? expected[roles.indexOf('anonymous')]],
    ['adminKey', row.adminKey ?? expected[roles.indexOf('admin')]],
    ['grantee', row.grantee ?? expected[roles.indexOf('member')]],
  ] as const)
    expect(await call(row, role, status ?? 0), role).toBe(status)
})

/** One cell: one call, its status. */
async function call(row: MatrixRow, role: Role, expected: number): Promise<number> {
  const world = await worldFor(row, expected)
  const caller = await callerOf(app, role, world)
  const [method, path = ''] = row.route.split(' ')
  const calling = caller.request(method as 'GET', fillPath(path, world), row.body?.(world))
  // wait for background work only if the call is allowed
  const [reply] = await Promise.all([calling, Promise.race([calling, row.meanwhile?.(world)])])
  return reply.statusCode
}
