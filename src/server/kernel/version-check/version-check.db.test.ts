import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '#server/kernel/config/config.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { clockUnderTest, day } from '#test/clock-under-test.ts'
import { createDashboard, createQuery } from '#test/factories.ts'
import { checkVersion, findNewerVersion } from './version-check-job.ts'

let app: AppUnderTest
let server: Server
let url: string
let answer = '{"version": "1.3.0"}'
let status = 200
const asked: string[] = []
const clock = clockUnderTest('2024-05-01T12:00:00Z')

beforeAll(async () => {
  server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`)
    reply.writeHead(status, { 'content-type': 'application/json' }).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sextant.json`
  app = await appUnderTest({ config: { version: '1.2.3', versionCheckUrl: url } })
})
afterAll(async () => {
  await app?.close()
  server.close()
})
beforeEach(async () => {
  asked.length = 0
  answer = '{"version": "1.3.0"}'
  status = 200
  await app.context.db.deleteFrom('version_checks').execute()
})

const check = (config: Partial<Config> = {}) =>
  checkVersion({
    ...app.context,
    config: { ...app.context.config, allowedPrivateHosts: ['127.0.0.1'], ...config },
    clock,
  })
const newest = async () =>
  (await app.context.db.selectFrom('version_checks').select('newest_version').executeTakeFirst())
    ?.newest_version
const told = async () => {
  const { client_config } = (await app.withKey(app.member.api_key).get('/api/session')).json()
  return [client_config.newVersionAvailable, client_config.newestVersion]
}

describe('the version check', () => {
  it('reports a newer version until that version runs', async () => {
    expect(await told()).toEqual([false, undefined])
    await check()
    expect(asked).toEqual(['GET /sextant.json'])
    expect(await told()).toEqual([true, '1.3.0'])
    const updated = { ...app.context, config: { ...app.context.config, version: '1.3.0' } }
    expect(await findNewerVersion(updated)).toBeNull()
    expect((await app.anonymous.get('/api/config')).json().client_config).not.toHaveProperty('newestVersion')
  })

  it('sends no request without an address, and then reports no version known from before', async () => {
    await check({ versionCheckUrl: null })
    expect(asked).toEqual([])
    await check()
    const quiet = { ...app.context, config: { ...app.context.config, versionCheckUrl: null } }
    expect(await findNewerVersion(quiet)).toBeNull()
  })

  it('asks once a day, from one of many workers', async () => {
    await Promise.all(Array.from({ length: 10 }, () => check()))
    await check()
    expect(asked).toHaveLength(1)
    clock.pass(day)
    await Promise.all(Array.from({ length: 10 }, () => check()))
    expect(asked).toHaveLength(2)
  })

  it('sends counts of objects when an admin has agreed, and only then', async () => {
    await createQuery(app.context)
    await createDashboard(app.context)
    await createDashboard(app.context, { is_archived: true })
    const consent = (beacon_consent: boolean) =>
      app.withKey(app.admin.api_key).post('/api/settings/organization', { beacon_consent })
    await consent(false)
    await check()
    await consent(true)
    clock.pass(day)
    await check()
    const counts = 'users=4&data_sources=1&queries=1&visualizations=0&dashboards=1'
    expect(asked).toEqual(['GET /sextant.json', `GET /sextant.json?version=1.2.3&${counts}`])
  })

  it('keeps the known version when the answer is not a version', async () => {
    await check()
    for (const [code, text] of [
      [500, '{"version": "9.0.0"}'],
      [200, 'not JSON'],
      [200, 'null'],
      [200, '{"version": 9}'],
      [200, '{"version": "<script>"}'],
      [200, `{"version": "9.0.0", "filler": "${'x'.repeat(100_000)}"}`],
    ] as const) {
      status = code
      answer = text
      clock.pass(day)
      await check()
      expect(await newest(), text.slice(0, 30)).toBe('1.3.0')
    }
    expect(asked).toHaveLength(7)
  })

  it('does not reach private addresses unless the operator allows them', async () => {
    await check({ allowedPrivateHosts: [] })
    expect(asked).toEqual([])
    expect(await newest()).toBeNull()
  })
})
