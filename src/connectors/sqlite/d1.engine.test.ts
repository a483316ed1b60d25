import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type D1Server, startD1 } from '#test/live/d1-server.ts'
import { freePort } from '#test/test-postgres.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import type { ConnectorTrials } from '../connector-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { d1 } from './d1-connector.ts'
import { sqliteTrials } from './sqlite.test-support.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }

const trials: ConnectorTrials = {
  ...sqliteTrials,
  types: {
    text: `select 1 as i, 1.5 as r, 'text' as t, x'00ff' as b, 1 as mixed, '2024-01-02 03:04:05' as d, '2024-01-02' as day
      union all select -9007199254740991, 2, '12', x'', 'x', '2024-01-02T03:04:05.123456Z', '2024-01-03' order by 1 desc`,
    columns: [
      ['i', 'integer'],
      ['r', 'float'],
      ['t', 'string'],
      ['b', 'string'],
      ['mixed', null],
      ['d', 'datetime'],
      ['day', 'string'],
    ],
    cells: [
      ['1', '1.5', '"text"', '"00ff"', '1', '"2024-01-02T03:04:05"', '"2024-01-02"'],
      ['-9007199254740991', '2', '"12"', '""', '"x"', '"2024-01-02T03:04:05.123Z"', '"2024-01-03"'],
    ],
  },
  bigNumbers: null,
  severalStatements: {
    text: "create table if not exists s (a); delete from s; insert into s values (';'), (2);\n-- nor; this\nselect a from s order by a;",
    columns: [['a', null]],
    cells: [['2'], ['";"']],
  },
  schema: [
    { name: 'a "view"', columns: [{ name: 'i', type: 'INTEGER' }] },
    {
      name: 'kinds',
      columns: [{ name: 'i', type: 'INTEGER' }, { name: 't', type: 'TEXT' }, { name: 'v' }],
    },
  ],
  lacks: {
    bigNumbers: 'the service itself rounds integers beyond 2^53',
    withoutResult: 'a statement without a result gives a result without columns, as the service does',
    slow: 'the service ends each query after 30 seconds, and has no way to end one before',
    endless: 'the same; it sends a result only when it is complete',
  },
}

const started = async () => {
  const server = await startD1()
  server.database.exec(`create table kinds (i integer, t text, v);
    create view "a ""view""" as select i from kinds;
    create table _cf_KV (key text primary key)`)
  return server
}

connectorSuite(d1, trials, async () => {
  const server = await started()
  const options = { cf_url: server.url, cf_token: server.token }
  const refused = server.url.replace(/:\d+/, `:${await freePort()}`)
  return {
    host,
    options,
    refused: { ...options, cf_url: refused },
    wrongPassword: { ...options, cf_token: 'wrong-password' },
    running: null,
    stop: server.stop,
  }
})

describe('Cloudflare D1', () => {
  let server: D1Server
  let stand: Stand
  beforeAll(async () => {
    server = await started()
    const options = { cf_url: server.url, cf_token: server.token }
    stand = { connector: d1, ground: { host, options }, backends: [] } as unknown as Stand
  })
  afterAll(() => server.stop())

  it('ends the request of a run that is cancelled', async () => {
    const controller = new AbortController()
    const before = server.received()
    const running = failureOf(runOn(stand, 'select 1 /* hangs */', recordingSink(), controller.signal))
    await expect.poll(server.received).toBe(before + 1)
    controller.abort()
    expect(await running).toBeInstanceOf(Cancelled)
    await expect.poll(server.abandoned).toBe(1)
  })

  it('takes no part of an answer for the whole', async () => {
    const sink = recordingSink()
    const failure = await failureOf(runOn(stand, 'select 1 as a /* breaks off */', sink))
    expect(String(failure)).toMatch(/connection to the server was lost/)
    expect(sink.resultSets).toBe(0)
  })

  it('undoes all statements of a text when one fails', async () => {
    await runOn(stand, 'create table kept (a)', recordingSink())
    const failing = "insert into kept values (1); select json('no')"
    expect(await failureOf(runOn(stand, failing, recordingSink()))).toBeInstanceOf(QueryFailed)
    const sink = recordingSink()
    await runOn(stand, 'select count(*) as n from kept', sink)
    expect(sink.cells).toEqual([['0']])
  })

  it('gives a result without columns for a statement without one', async () => {
    const sink = recordingSink()
    await runOn(stand, 'create table without_result (a)', sink)
    expect([sink.names, sink.cells]).toEqual([[], []])
  })

  it.each([
    [(url: string) => url.replace('11111111', '99999999'), /does not find the database/],
    [(url: string) => url.replace(/\/query$/, '/raw'), null],
  ])('names what is wrong with an address (%#)', async (change, message) => {
    const options = { cf_url: change(server.url), cf_token: server.token }
    const session = await openOn(stand, options)
    const failure = await failureOf(session.ping(AbortSignal.timeout(5000)))
    if (message === null) return expect(failure).toBe('it succeeded')
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(message)
  })

  it.each([
    ['nothing', /must begin with https/],
    ['https://api.cloudflare.com/client/v4/accounts/a/d1/database/b', /must end with/],
    ['https://user:secret@api.cloudflare.com/d1/database/b/query', /no user and no password/],
  ])('refuses the address %s', (cf_url, message) => {
    expect(String(d1.validate?.({ cf_url, cf_token: 't' }))).toMatch(message)
  })
})
