import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/server/kernel/db/embedded-postgres.ts'
import { anyFreePort } from '../src/server/kernel/processes/free-port.ts'

export { anyFreePort as freePort }

/** A throw-away PostgreSQL server in a temporary folder on a free loopback port. */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-test-pg-'))
  // as root, PostgreSQL runs as another user, who must be able to enter this folder
  await chmod(folder, 0o711)
  const server = await startEmbeddedPostgres({
    folder: join(folder, 'data'),
    logFile: join(folder, 'log'),
    password: 'test',
    port: await anyFreePort(),
    // test data need not survive a crash
    settings: ['max_connections=300', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
    say: () => {},
  })
  return {
    url: server.url,
    stop: async () => {
      await server.stop('immediate')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
