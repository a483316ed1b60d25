import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connector, ConnectorOptions } from '#connectors/connector.ts'
import { ConnectionFailed } from '#connectors/connector-errors.ts'
import { mysql } from '#connectors/mysql/mysql-connector.ts'
import { postgres } from '#connectors/postgres/postgres-connector.ts'
import { recordingSink } from '#connectors/recording-sink.ts'
import { startEmbeddedPostgres } from '#server/kernel/db/embedded-postgres.ts'
import { readConfig } from '#server/kernel/index.ts'
import { startTestMariadb } from '#test/live/mariadb.ts'
import { freePort } from '#test/test-postgres.ts'
import { createSourceAccess, type SourceAccess } from './source-access.ts'

const signal = () => AbortSignal.timeout(30_000)
let access: SourceAccess

beforeAll(() => {
  access = createSourceAccess(readConfig({}))
})
afterAll(() => access.close())

interface CrashingServer {
  options: ConnectorOptions
  crash(): Promise<void>
  startAgain(): Promise<void>
  stop(): Promise<void>
}

async function crashingPostgres(): Promise<CrashingServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-restarted-'))
  // as root, PostgreSQL runs as another user, who must be able to enter this folder
  await chmod(folder, 0o711)
  const port = await freePort()
  const start = () =>
    startEmbeddedPostgres({
      ...{
        folder: join(folder, 'data'),
        logFile: join(folder, 'log'),
        password: 'test',
        port,
        say: () => {},
      },
      settings: ['fsync=off', 'full_page_writes=off'],
    })
  let server = await start()
  const { username: user, password, pathname } = new URL(server.url)
  return {
    options: { host: '127.0.0.1', port, user, password, dbname: pathname.slice(1), sslmode: 'disable' },
    crash: () => server.stop('immediate'),
    async startAgain() {
      server = await start()
    },
    async stop() {
      await server.stop('immediate')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function crashingMariadb(): Promise<CrashingServer> {
  const server = await startTestMariadb(null)
  const { port, user, password, database } = server
  return {
    ...server,
    options: { host: '127.0.0.1', port, user, passwd: password, db: database, autocommit: true },
  }
}

async function answer(connector: Connector, options: ConnectorOptions, text: string) {
  const session = await access.open(connector, options, { signal: signal() })
  const sink = recordingSink()
  try {
    await session.run(text, sink, signal())
  } finally {
    await session.close()
  }
  return sink.cells
}

it.each<[Connector, () => Promise<CrashingServer>, string]>([
  [postgres, crashingPostgres, 'pg_backend_pid()'],
  [mysql, crashingMariadb, 'connection_id()'],
])('a kept session of $type goes on after its server crashed', async (connector, start, ownId) => {
  const server = await start()
  const ask = (text: string) => answer(connector, server.options, text)
  try {
    await ask('create table written (a int); select 1')
    const [[before]] = (await ask(`select ${ownId}`)) as [[string]]
    // the same session
    expect(await ask(`select ${ownId}`)).toEqual([[before]])
    await server.crash()
    await expect(ask('insert into written values (1); select 1')).rejects.toThrow(ConnectionFailed)
    await server.startAgain()
    // the lost session is noticed before a text is sent, so it runs once
    expect(await ask('insert into written values (2); select 42')).toEqual([['42']])
    expect(await ask('select a from written')).toEqual([['2']])
    // restarted between two runs: no run has failed yet
    await server.crash()
    await server.startAgain()
    expect(await ask('insert into written values (3); select 43')).toEqual([['43']])
    expect(await ask('select a from written where a > 2')).toEqual([['3']])
  } finally {
    await server.stop()
  }
})
