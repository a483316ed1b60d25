import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#server/kernel/db/database.ts'
import { databaseUnderTest } from '#test/database-under-test.ts'
import { createEventRecorder, type EventRecorder } from './event-recorder.ts'
import type { NewEvent } from './event-store.ts'

let database: Awaited<ReturnType<typeof databaseUnderTest>>
let orgId: number
const warnings: Record<string, unknown>[] = []
const log = { warn: (facts: unknown) => void warnings.push(facts as Record<string, unknown>) }
const opened: EventRecorder[] = []

beforeAll(async () => {
  database = await databaseUnderTest()
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into organizations (name, slug) values ('Test', 'default') returning id`,
  )
  orgId = rows[0]?.id ?? 0
})
afterAll(async () => {
  for (const recorder of opened) await recorder.close()
  await database.close()
})
beforeEach(async () => {
  warnings.length = 0
  await database.pool.query('delete from events')
})

function open(options: Partial<Parameters<typeof createEventRecorder>[0]> = {}): EventRecorder {
  const recorder = createEventRecorder({ db: database.db, log, gatherMilliseconds: 5, ...options })
  opened.push(recorder)
  return recorder
}

function event(changes: Partial<NewEvent> = {}): NewEvent {
  return {
    org_id: orgId,
    user_id: null,
    actor_name: 'somebody',
    action: 'view',
    object_type: 'page',
    object_id: '/',
    additional_properties: {},
    user_agent: null,
    ip: null,
    is_reported: false,
    created_at: new Date(),
    ...changes,
  }
}

async function stored(): Promise<string[]> {
  const { rows } = await database.pool.query<{ object_id: string }>(
    'select object_id from events order by id',
  )
  return rows.map((row) => row.object_id)
}

it('writes waiting events in order, also more than one batch', async () => {
  const recorder = open()
  const names = Array.from({ length: 450 }, (_, at) => `/${at}`)
  for (const object_id of names) recorder.record(event({ object_id }))
  await expect.poll(stored).toEqual(names)
})

it('writes waiting events on close', async () => {
  const recorder = open({ gatherMilliseconds: 60_000 })
  recorder.record(event({ object_id: 'last' }))
  await recorder.close()
  expect(await stored()).toEqual(['last'])
  expect(warnings).toEqual([])
})

it('loses only the event that cannot be stored', async () => {
  const recorder = open()
  recorder.record(event({ object_id: 'before' }))
  recorder.record(event({ object_id: 'of nobody', user_id: 2_000_000_000 }))
  recorder.record(event({ object_id: 'after' }))
  await expect.poll(stored).toEqual(['before', 'after'])
  expect(warnings).toMatchObject([{ bug: { code: '23503' } }])
})

it('keeps events while the database is unreachable, up to its capacity, and logs how many were dropped', async () => {
  const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/none', { max: 1, onError: () => {} })
  let isAway = true
  // the recorder holds one database object; the test exchanges what is behind it
  const db = new Proxy(database.db, {
    get(there, name) {
      const chosen = isAway ? nowhere.db : there
      const value: unknown = Reflect.get(chosen, name)
      return typeof value === 'function' ? value.bind(chosen) : value
    },
  })
  const recorder = open({ db, capacity: 3, retryMilliseconds: 20 })
  for (const object_id of ['1', '2', '3', '4', '5']) recorder.record(event({ object_id }))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await stored()).toEqual([])
  isAway = false
  await expect.poll(stored).toEqual(['1', '2', '3'])
  await expect.poll(() => warnings).toEqual([{ dropped: 2 }])
  await nowhere.close()
})

it('closes in time when the database never answers', async () => {
  const blocker = new pg.Client({ connectionString: database.url })
  await blocker.connect()
  await blocker.query('begin; lock table events in access exclusive mode')
  const recorder = open({ gatherMilliseconds: 60_000, closeMilliseconds: 50 })
  recorder.record(event({ object_id: 'held up' }))
  await recorder.close()
  expect(warnings).toEqual([{ dropped: 1 }])
  await blocker.query('rollback')
  await blocker.end()
  await expect.poll(stored).toEqual(['held up'])
})
