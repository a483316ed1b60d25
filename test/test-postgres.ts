import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/server/kernel/db/embedded-postgres.ts'
import { anyFreePort } from '../src/server/kernel/processes/free-port.ts'

export { anyFreePort as freePort }

/** A throw-away PostgreSQL server on a free loopback port, with its data in a new folder below `parent`. */
export async function startTestPostgres(parent = tmpdir()): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(parent, 'sextant-test-pg-'))
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

const inMemory = '/dev/shm'
const enoughBytes = 8_000_000_000

/**
 * A test file's database is more than a thousand small files, which are created and deleted: on a disk this takes half of
 * PostgreSQL's time. Memory is used only where there is plenty of it.
 */
export async function quickestFolder(): Promise<string> {
  const found = await statfs(inMemory).catch(() => null)
  const isRoomy = found !== null && found.bavail * found.bsize >= enoughBytes && freemem() >= enoughBytes
  return isRoomy ? inMemory : tmpdir()
}
