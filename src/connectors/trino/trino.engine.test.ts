import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { isProgram, type RunningEngine, withEngine } from '#test/engines/start-engine.ts'
import { missingForTrino, startTrino } from '#test/engines/trino.ts'
import { freePort } from '#test/test-postgres.ts'
import type { BackendReference, ConnectorHost, RunProgress } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { hostileValueTrials, ordinaryTables } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { trino } from './trino-connector.ts'
import { runningOn, trinoTrials as trials } from './trino-trials.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }

const tests = () => {
  let server: RunningEngine
  let stand: Stand
  connectorSuite(trino, trials, async () => {
    server = await startTrino()
    const options = { host: '127.0.0.1', port: server.port, username: 'tester' }
    stand = { connector: trino, ground: { host, options }, backends: [] } as unknown as Stand
    await runOn(
      stand,
      'create table memory.default.of_schema (a decimal(10, 2), b timestamp(6) with time zone)',
      recordingSink(),
    )
    return {
      host,
      options,
      refused: { ...options, port: await freePort() },
      wrongPassword: null,
      running: () => runningOn(server.url, 'Trino'),
      stop: async () => {},
    }
  })

  describe('Trino', () => {
    beforeAll(() => expect(server).toBeDefined())
    afterAll(() => server?.stop())

    hostileValueTrials(
      () => {
        const options = { ...stand.ground.options, catalog: 'memory', schema: 'default' }
        return { ...stand, ground: { ...stand.ground, options } }
      },
      {
        type: 'trino',
        tables: ordinaryTables({
          ...{
            text: 'varchar',
            integer: 'bigint',
            decimal: 'decimal(10, 2)',
            time: 'timestamp',
            boolean: 'boolean',
          },
          end: '',
        }),
      },
    )

    it('sends source, tags, catalog and schema, and acts for another user', async () => {
      const options = {
        ...stand.ground.options,
        ...{
          source: 'dashboards',
          client_tags: ' a, b ,',
          catalog: 'tpch',
          schema: 'tiny',
          impersonation: true,
        },
      }
      const actingUser: ConnectorHost['actingUser'] = async () => ({
        email: 'ann@example.com',
        is_email_verified: true,
      })
      const own = { ...stand, ground: { ...stand.ground, options, host: { ...host, actingUser } } }
      const sink = recordingSink()
      await runOn(own, 'select (select count(*) from region) n, current_user u, current_catalog c', sink)
      expect(sink.cells).toEqual([['5', '"ann@example.com"', '"tpch"']])
      const seen = recordingSink()
      await runOn(
        own,
        `select distinct source from system.runtime.queries where "user" = 'ann@example.com' and source = 'dashboards'`,
        seen,
      )
      expect(seen.cells).toEqual([['"dashboards"']])
    })

    it('keeps catalog, schema and session properties between the statements of a text, and not longer', async () => {
      const sink = recordingSink()
      await runOn(
        stand,
        "use tpch.tiny; set session query_max_run_time = '7m'; show session like 'query_max_run_time'",
        sink,
      )
      expect(sink.cells[0]?.slice(0, 2)).toEqual(['"query_max_run_time"', '"7m"'])
      const failure = await failureOf(runOn(stand, 'select * from region', recordingSink()))
      expect(String(failure)).toMatch(/Schema must be specified|Catalog must be specified/)
    })

    it('tells how far it is, and what it has read', async () => {
      const seen: RunProgress[] = []
      const sink = {
        ...recordingSink({ keepsCells: false }),
        progress: (progress: RunProgress) => seen.push(progress),
      }
      await runOn(stand, 'select count(*) from tpch.sf1.lineitem', sink)
      expect(seen.at(-1)).toMatchObject({ rows: 6_001_215 })
    })

    it('tells what a text would read by the statistics of its tables, and places errors in it', async () => {
      const estimate = async (text: string) => {
        const session = await openOn(stand, { ...stand.ground.options, catalog: 'tpch', schema: 'tiny' })
        return await session.estimate?.(text, AbortSignal.timeout(60_000))
      }
      const told = await estimate(
        '/* who */ select n.name, sum(o.totalprice) from orders o, nation n group by 1',
      )
      expect(told).toMatchObject({ rows: 15_025, precision: 'by_statistics', notes: [] })
      expect(told?.tables).toEqual(['tpch.tiny.nation', 'tpch.tiny.orders'])
      expect(told?.bytes).toBeGreaterThan(15_000 * 8)
      expect(await estimate('select * from memory.default.of_schema')).toMatchObject({
        tables: ['memory.default.of_schema'],
      })
      const wrong = await failureOf(estimate('-- a\nselect\n nothing from region') as Promise<unknown>)
      expect(wrong).toMatchObject({ position: { line: 3, column: 2 } })
      const near = await failureOf(estimate('-- a\n select nothing from region') as Promise<unknown>)
      expect(near).toMatchObject({ position: { line: 2, column: 9 } })
      const other = await failureOf(estimate('drop table memory.default.of_schema') as Promise<unknown>)
      expect(String(other)).toMatch(/begins with DROP cannot be estimated/)
    })

    describe('when its worker has died', () => {
      const resume = (backend: BackendReference = {}, sink = recordingSink()) =>
        trino.resume?.(
          stand.ground.options,
          { ...host, reportBackend() {} } as unknown as ConnectorHost,
          backend,
          sink,
          AbortSignal.timeout(60_000),
        )
      /** A run whose worker hears nothing more as soon as `isOver` says so. */
      const lostRun = async (text: string, isOver: (backends: BackendReference[]) => boolean) => {
        const backends: BackendReference[] = []
        const fetchServer: ConnectorHost['fetchServer'] = (...request) =>
          isOver(backends) ? new Promise<Response>(() => {}) : host.fetchServer(...request)
        const own = { ...stand, backends, ground: { ...stand.ground, host: { fetchServer } } }
        void failureOf(runOn(own, text, recordingSink({ keepsCells: false }), new AbortController().signal))
        await expect.poll(() => isOver(backends), { timeout: 60_000 }).toBe(true)
        return backends
      }
      const countOf = async (marked: string) => {
        const sink = recordingSink()
        const text = `select count(*) from system.runtime.queries where query like '%${marked}%' and query not like '%runtime%'`
        await runOn(stand, text, sink)
        return sink.cells
      }

      it('goes on with the same query while none of its rows was read', async () => {
        const text = "select count(*) as c, 'marked_once' as m from tpch.tiny.orders"
        const backends = await lostRun(text, (seen) => seen.some(({ next_path }) => next_path !== undefined))
        const sink = recordingSink()
        expect(await resume(backends.at(-1), sink)).toBe(true)
        expect(sink.cells).toEqual([['15000', '"marked_once"']])
        expect(await countOf('marked_once')).toEqual([['1']])
      })

      it('ends it when rows were read, and has it run again', async () => {
        const text = 'select comment from tpch.sf1.lineitem'
        const isReading = (seen: BackendReference[]) =>
          seen.length > 2 && seen.at(-1)?.['next_path'] === undefined
        const backends = await lostRun(text, isReading)
        const sink = recordingSink()
        expect(await resume(backends.at(-1), sink)).toBe(false)
        await expect.poll(() => runningOn(server.url, 'Trino'), { timeout: 30_000 }).toBe(0)
        expect(sink.resultSets).toBe(0)
      })
    })

    it('says that a password needs https', async () => {
      const session = await openOn(stand, { ...stand.ground.options, password: 'wrong-password' })
      const failure = await failureOf(session.ping(AbortSignal.timeout(5000)))
      expect(failure).toBeInstanceOf(ConnectionFailed)
      expect(String(failure)).toMatch(/refuses the user or the password/)
      expect(String(failure)).not.toContain('wrong-password')
    })
  })
}

withEngine('Trino 483', missingForTrino(isProgram), tests)
