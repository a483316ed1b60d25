import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createQuery } from '#test/factories.ts'
import {
  type RedashDatabaseUnderTest,
  redashDatabase,
  redashSecretKey,
} from '#test/redash/redash-database.ts'
import { importRedash, withRedash } from '../index.ts'

const oldHost = 'redash.example.com'
const here = 'https://sextant.example.com'

let app: AppUnderTest
let redash: RedashDatabaseUnderTest
beforeAll(async () => {
  app = await appUnderTest({ config: { publicUrl: here } })
  redash = await redashDatabase(10)
  for (let count = 0; count < 10; count++) await createQuery(app.context)
  await withRedash({ url: redash.url, secretKey: redashSecretKey }, (from) =>
    importRedash({ ...app.context, say: () => {} }, from, {
      ...{ dryRun: false, overwrite: false, paused: true },
      oldHost: oldHost.toUpperCase(),
    }),
  )
})
afterAll(async () => {
  await redash?.close()
  await app?.close()
})

const ask = async (url: string, { host = oldHost, method = 'GET' as const } = {}) => {
  const { statusCode, headers } = await app.app.inject({ method, url, headers: { host } })
  return [statusCode, headers['location']?.toString().replace(here, '') ?? null]
}

async function ids(table: 'queries' | 'dashboards' | 'visualizations', name: string) {
  const theirs = await redash.client.query<{ id: number }>(`select id from ${table} where name = $1`, [name])
  const ours = await app.context.db.selectFrom(table).where('name', '=', name).select('id').execute()
  return [theirs.rows[0]?.id, ours[0]?.id]
}

it('leads links of the old host to the same things here', async () => {
  const [query, queryHere] = await ids('queries', 'Tons by flag')
  const [chart, chartHere] = await ids('visualizations', 'Tons')
  const [board, boardHere] = await ids('dashboards', 'Harbour today')
  expect(queryHere).not.toBe(query)
  expect(await ask(`/queries/${query}/source?p_flag=NO`)).toEqual([
    302,
    `/queries/${queryHere}/source?p_flag=NO`,
  ])
  expect(await ask(`/embed/query/${query}/visualization/${chart}?api_key=k`)).toEqual([
    302,
    `/embed/query/${queryHere}/visualization/${chartHere}?api_key=k`,
  ])
  expect(await ask(`/dashboards/${board}-harbour-today`)).toEqual([
    302,
    `/dashboards/${boardHere}-harbour-today`,
  ])
  expect(await ask('/dashboard/harbour-today')).toEqual([302, '/dashboard/harbour-today'])
  expect(await ask('/public/dashboards/abc?org_slug=default')).toEqual([
    302,
    '/public/dashboards/abc?org_slug=default',
  ])
  expect(await ask(`/api/queries/${query}/results.json?api_key=k`)).toEqual([
    302,
    `/api/queries/${queryHere}/results.json?api_key=k`,
  ])
  expect(await ask(`/api/queries/${query}/results`, { method: 'POST' as 'GET' })).toEqual([
    307,
    `/api/queries/${queryHere}/results`,
  ])
})

it('leads nowhere from an id that the import has not brought', async () => {
  expect(await ask('/queries/100000')).toEqual([404, null])
  expect(await ask('/dashboard/never-there')).toEqual([404, null])
})

it('leaves every other host, and answers without ids, alone', async () => {
  const [query] = await ids('queries', 'Tons by flag')
  expect(await ask(`/queries/${query}`, { host: 'sextant.example.com' })).toEqual([
    302,
    expect.stringContaining('/login'),
  ])
  expect(await ask(`/api/queries/${query}`, { host: '10.0.0.7' })).toEqual([401, null])
  expect(await ask('/ping')).toEqual([200, null])
  expect(await ask('/api/config')).toEqual([200, null])
})
