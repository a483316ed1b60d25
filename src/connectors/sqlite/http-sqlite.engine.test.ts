import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import {
  type HttpSqliteServer,
  libsqlToken,
  rqliteUser,
  startLibsql,
  startRqlite,
} from '#test/live/http-sqlite-server.ts'
import { freePort } from '#test/test-postgres.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import type { ConnectorTrials } from '../connector-trials.ts'
import { hostileValueTrials } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { libsql, rqlite } from './http-sqlite-connectors.ts'
import { sqliteTrials } from './sqlite.test-support.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const tables = `create table kinds (i integer, r real, t text, v); insert into kinds values (1, 2, 'x', x'00ff');
  create view "a ""view""" as select i from kinds`

const trials: ConnectorTrials = {
  ...sqliteTrials,
  types: {
    text: `select 1 as i, 1.5 as r, 'text' as t, x'00ff' as b, 1 as mixed, '2024-01-02 03:04:05' as d, '2024-01-02' as day
      union all select -9223372036854775807, 2, '12', x'', 'x', '2024-01-02T03:04:05.123456Z', '2024-01-03' order by 1 desc`,
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
      ['-9223372036854775807', '2', '"12"', '""', '"x"', '"2024-01-02T03:04:05.123Z"', '"2024-01-03"'],
    ],
  },
  bigNumbers: {
    text: 'select 9223372036854775807 as a, -9223372036854775807 as b, r as c from kinds',
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
    ],
    cells: [['9223372036854775807', '-9223372036854775807', '2.0']],
  },
  severalStatements: {
    text: "select 'not this; one';\n-- nor; this\nselect 2 as a;",
    columns: [['a', 'integer']],
    cells: [['2']],
  },
  schema: [
    { name: 'a "view"', columns: [{ name: 'i', type: 'INTEGER' }] },
    {
      name: 'kinds',
      columns: [
        { name: 'i', type: 'INTEGER' },
        { name: 'r', type: 'REAL' },
        { name: 't', type: 'TEXT' },
        { name: 'v' },
      ],
    },
  ],
  lacks: {
    withoutResult: 'a statement without a result gives a result without columns, or is refused',
    slow: 'the protocol has no way to end a query',
    endless: 'the same; a result is sent only when it is complete',
  },
}

const kinds = [
  {
    connector: libsql,
    start: async () => {
      const server = await startLibsql()
      server.database.exec(tables)
      return server
    },
    options: ({ url }: HttpSqliteServer) => ({ url, token: libsqlToken }),
    wrong: { token: 'wrong-password' },
  },
  {
    connector: rqlite,
    start: async () => {
      const server = await startRqlite()
      server.grow(tables)
      return server
    },
    options: ({ url }: HttpSqliteServer) => ({ url, ...rqliteUser }),
    wrong: { password: 'wrong-password' },
  },
]

for (const { connector, start, options: optionsOf, wrong } of kinds) {
  connectorSuite(connector, trials, async () => {
    const server = await start()
    const options = optionsOf(server)
    return {
      host,
      options,
      refused: { ...options, url: `http://127.0.0.1:${await freePort()}` },
      wrongPassword: { ...options, ...wrong },
      running: null,
      stop: server.stop,
    }
  })

  describe(connector.name, () => {
    let server: HttpSqliteServer
    let stand: Stand
    beforeAll(async () => {
      server = await start()
      stand = { connector, ground: { host, options: optionsOf(server) }, backends: [] } as unknown as Stand
    })
    afterAll(() => server.stop())

    hostileValueTrials(() => stand, null)

    it('ends the request of a run that is cancelled', async () => {
      const controller = new AbortController()
      const before = server.received()
      const running = failureOf(runOn(stand, 'select /* hangs */ 1', recordingSink(), controller.signal))
      await expect.poll(server.received).toBe(before + 1)
      controller.abort()
      expect(await running).toBeInstanceOf(Cancelled)
      await expect.poll(server.abandoned).toBe(1)
    })

    it('takes no part of an answer for the whole', async () => {
      const sink = recordingSink()
      const failure = await failureOf(runOn(stand, 'select /* breaks off */ 1 as a', sink))
      expect(failure).toBeInstanceOf(QueryFailed)
      expect(String(failure)).toMatch(/connection to the server was lost/)
      expect(sink.resultSets).toBe(0)
    })

    it('names a wrong address', async () => {
      const options = { ...optionsOf(server), url: `${server.url}/other` }
      const session = await openOn(stand, options)
      const failure = await failureOf(session.ping(AbortSignal.timeout(5000)))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect(String(failure)).toMatch(/answers, but not as .* does\. Is the address right\?/)
    })

    it.each(['nothing', 'ftp://127.0.0.1', 'https://user:secret@127.0.0.1', 'https://127.0.0.1/?token=a'])(
      'refuses the address %s',
      (url) => {
        expect(String(connector.validate?.({ ...optionsOf(server), url }))).toMatch(/URL must/)
      },
    )
  })
}

describe('statements of libSQL', () => {
  let server: HttpSqliteServer
  let stand: Stand
  beforeAll(async () => {
    server = await startLibsql()
    const options = { url: server.url.replace('http:', 'ws:'), token: libsqlToken }
    stand = { connector: libsql, ground: { host, options }, backends: [] } as unknown as Stand
  })
  afterAll(() => server.stop())

  it('share a connection, and the last result counts', async () => {
    const sink = recordingSink()
    await runOn(
      stand,
      'create temp table s (a); insert into s values (1), (2); select sum(a) as n from s',
      sink,
    )
    expect(sink.cells).toEqual([['3']])
  })

  it('end at the first that fails', async () => {
    const failure = await failureOf(
      runOn(stand, 'create table kept (a); insert into missing values (1); drop table kept', recordingSink()),
    )
    expect(String(failure)).toMatch(/no such table: missing/)
    const sink = recordingSink()
    await runOn(stand, "select name from sqlite_master where name = 'kept'", sink)
    expect(sink.cells).toEqual([['"kept"']])
  })

  it('without a result give a result without columns', async () => {
    const sink = recordingSink()
    await runOn(stand, 'create table without_result (a)', sink)
    expect([sink.names, sink.cells]).toEqual([[], []])
  })
})

describe('rqlite', () => {
  it('refuses what would change data', async () => {
    const server = await startRqlite()
    const options = { url: server.url, ...rqliteUser }
    const stand = { connector: rqlite, ground: { host, options }, backends: [] } as unknown as Stand
    const failure = await failureOf(runOn(stand, 'create table t (a)', recordingSink()))
    await server.stop()
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(String(failure)).toMatch(/attempt to change database via query operation/)
  })

  it('refuses a level that it has not', () => {
    expect(String(rqlite.validate?.({ url: 'http://a', level: 'any' }))).toMatch(/^Read Consistency must be/)
  })
})
