import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  anyFreePort,
  type Config,
  type Database,
  dataPaths,
  openDatabase,
  openDataFolder,
  StartRefused,
  secretInFile,
  startEmbeddedPostgres,
  takeLock,
  urlOfRunning,
} from '#server/kernel/index.ts'

export interface OpenInstance extends Database {
  url: string
}

export interface OpenOptions {
  /** refuse while another Sextant process uses the instance */
  alone: boolean
  /** create an embedded database when there is none */
  create: boolean
  say(line: string): void
}

/** The name of connections of commands, to tell them from those of running processes. */
export const commandConnections = 'sextant command'

/**
 * Opens the database of the configured instance for a command: DATABASE_URL, or the embedded PostgreSQL of the data
 * folder, which is started for the duration of the command if it is not running. Throws StartRefused.
 */
export async function openInstance(config: Config, options: OpenOptions): Promise<OpenInstance> {
  const { url, release } = await findServer(config, options)
  let isClosing = false
  const onError = (error: Error) => {
    // PostgreSQL ends what the pool has not closed yet: no news for the user
    if (!isClosing) options.say(error.message)
  }
  const database = openDatabase(url, { max: 4, name: commandConnections, onError })
  return {
    db: database.db,
    pool: database.pool,
    url,
    async close() {
      isClosing = true
      await database.close()
      await release()
    },
  }
}

interface FoundServer {
  url: string
  release(): Promise<void>
}

async function findServer(config: Config, { alone, create, say }: OpenOptions): Promise<FoundServer> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, release: async () => {} }
  const { dataDir } = config
  const paths = dataPaths(dataDir)
  if (create) openDataFolder(dataDir)
  else if (!existsSync(join(paths.postgres, 'PG_VERSION'))) throw noInstance(dataDir)
  const lock = takeLock(paths.lock)
  if (!lock.held) {
    const { pid } = lock.owner
    if (alone) throw new StartRefused(`Sextant is running (process ${pid}). Stop it first.`)
    const password = readFileSync(paths.postgresPassword, 'utf8').trim()
    const url = urlOfRunning({ folder: paths.postgres, password })
    if (url === null) throw new StartRefused(`Sextant is starting or stopping (process ${pid}). Try again.`)
    return { url, release: async () => {} }
  }
  try {
    const server = await startEmbeddedPostgres({
      folder: paths.postgres,
      logFile: paths.postgresLog,
      say,
      password: secretInFile(paths.postgresPassword, 24),
      port: await anyFreePort(),
    })
    return {
      url: server.url,
      async release() {
        await server.stop('fast')
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function noInstance(dataDir: string): StartRefused {
  return new StartRefused(
    `There is no instance here: DATABASE_URL is not set, and ${dataDir} holds no database. See SEXTANT_DATA_DIR.`,
  )
}
