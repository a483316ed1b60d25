import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkerMeasures } from '#server/kernel/metrics/worker-measures.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const namesIn = (text: string) =>
  new Set([...text.matchAll(/\b(?:sextant|process|nodejs)_[a-z_]*[a-z]\b/g)].map(([name]) => name))

let app: AppUnderTest
/** names as queries write them: a histogram has three */
const written = new Set<string>()
const names: string[] = []

beforeAll(async () => {
  app = await appUnderTest()
  const { db } = app.context
  const measures = JSON.stringify(createWorkerMeasures({}).collect())
  const worker = { id: randomUUID(), hostname: 'tower', pid: 7, concurrency: 3, measures }
  await db.insertInto('workers').values(worker).execute()
  const look = { started_at: new Date(), ended_at: new Date(), due_count: 0, latest_seconds: 0 }
  await db.insertInto('schedule_looks').values(look).execute()
  const { body } = await app.anonymous.get('/metrics')
  for (const [, name = '', type] of body.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    names.push(name)
    const endings = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const ending of endings) written.add(name + ending)
  }
})
afterAll(() => app.close())

describe('every metric that is named', () => {
  it.each(['deploy/grafana/dashboard.json', 'deploy/prometheus/alerts.yaml'])(
    'in %s is in /metrics',
    (path) => {
      const named = namesIn(textOf(path))
      expect(named.size).toBeGreaterThan(10)
      expect([...named].filter((name) => !written.has(name))).toEqual([])
    },
  )

  it('in docs/operations.md is in /metrics, and the other way round', () => {
    const table = textOf('docs/operations.md').match(/\| metric \| is \|\n[\s\S]*?\n\n/)?.[0] ?? ''
    expect([...namesIn(table)].sort()).toEqual(names.sort())
  })
})

it('the dashboard shows every metric of the instance and its processes', () => {
  const shown = [...namesIn(textOf('deploy/grafana/dashboard.json'))].map((name) =>
    name.replace(/_bucket$/, ''),
  )
  // whether the database is up is an alert
  expect(names.filter((name) => !shown.includes(name))).toEqual(['sextant_database_up'])
})
