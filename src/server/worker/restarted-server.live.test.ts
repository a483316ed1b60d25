import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConnectionFailed } from '#connectors/connector-errors.ts'
import { postgres } from '#connectors/postgres/postgres-connector.ts'
import { recordingSink } from '#connectors/recording-sink.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/kernel/db/embedded-postgres.ts'
import { readConfig } from '#server/kernel/index.ts'
import { freePort } from '#test/test-postgres.ts'
import { createSourceAccess, type SourceAccess } from './source-access.ts'

const signal = () => AbortSignal.timeout(30_000)
let folder: string
let port: number
let server: EmbeddedPostgres
let access: SourceAccess

const start = () =>
  startEmbeddedPostgres({
    ...{ folder: join(folder, 'data'), logFile: join(folder, 'log'), password: 'test', port, say: () => {} },
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-restarted-'))
  // as root, PostgreSQL runs as another user, who must be able to enter this folder
  await chmod(folder, 0o711)
  port = await freePort()
  server = await start()
  access = createSourceAccess(readConfig({}))
})
afterAll(async () => {
  await access.close()
  await server.stop('immediate')
  await rm(folder, { recursive: true, force: true })
})

function optionsOf() {
  const { username: user, password, pathname } = new URL(server.url)
  return { host: '127.0.0.1', port, user, password, dbname: pathname.slice(1), sslmode: 'disable' }
}

async function answer(text: string) {
  const session = await access.open(postgres, optionsOf(), { signal: signal() })
  const sink = recordingSink()
  try {
    await session.run(text, sink, signal())
  } finally {
    await session.close()
  }
  return sink.cells
}

it('a session that was kept goes on after its server was restarted', async () => {
  const [[before]] = (await answer('select pg_backend_pid()')) as [[string]]
  // the same session
  expect(await answer('select pg_backend_pid()')).toEqual([[before]])
  await server.stop('immediate')
  await expect(answer('select 1')).rejects.toThrow(ConnectionFailed)
  server = await start()
  expect(await answer('select 42')).toEqual([['42']])
})
