import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  anyFreePort,
  type Config,
  type Database,
  dataPaths,
  isInUse,
  listMigrations,
  migrate,
  missingMigrations,
  openDatabase,
  openDataFolder,
  readConfig,
  readMigration,
  StartRefused,
  secretInFile,
  startEmbeddedPostgres,
  takeLock,
  urlOfRunning,
} from '#server/kernel/index.ts'
import {
  BadUsage,
  bringUpToDate,
  type Command,
  type CommandContext,
  CommandRefused,
  commandTree,
  type GivenArguments,
  type InstanceCommand,
  type InstanceContext,
  readCommand,
  readSecret,
  requireCurrentSchema,
  secretsForMigration,
} from '#server/operator/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'

/** Runs `sextant WORDS…` and returns the exit code. Throws StartRefused, BadSettings and NewerSchema. */
export async function runCommand(words: readonly string[]): Promise<number> {
  try {
    const asked = readCommand(commandTree, words)
    if (asked.kind === 'run') return await run(asked.command, asked.given)
    process.stdout.write(asked.text)
    return 0
  } catch (error) {
    if (!(error instanceof BadUsage || error instanceof CommandRefused || error instanceof Refusal))
      throw error
    say(error.message)
    return error instanceof BadUsage ? 2 : 1
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function run(command: Command, given: GivenArguments): Promise<number> {
  const context: CommandContext = {
    config: readConfig(),
    clock: () => new Date(),
    out: (line) => process.stdout.write(`${line}\n`),
    say,
    onInstance: (work, options) => onInstance(context, options ?? {}, work),
    readSecret,
  }
  if (command.on === 'nothing') return await command.run(context, given)
  await onInstance(context, command, (instance) => command.run(instance, given))
  return 0
}

type OnInstanceOptions = Pick<InstanceCommand, 'alone' | 'anySchema'> & { mayBeOlder?: boolean }

async function onInstance<T>(
  context: CommandContext,
  { alone = false, anySchema = false, mayBeOlder = anySchema }: OnInstanceOptions,
  work: (context: InstanceContext) => Promise<T>,
): Promise<T> {
  const instance = await openInstance(context.config, { alone, create: anySchema, say })
  try {
    if (!mayBeOlder) await requireCurrentSchema(instance.url)
    const { db, pool, url } = instance
    return await work({
      ...context,
      db,
      pool,
      url,
      isInUse: (client) => isInUse(client, commandConnections),
      schema: {
        known: listMigrations,
        missing: async () => await Promise.all((await missingMigrations(url)).map(readMigration)),
        migrate: (upTo) => migrate(url, secretsForMigration(url, context.config), upTo),
        bringUpToDate: () => bringUpToDate(url, context.config),
      },
    })
  } finally {
    await instance.close()
  }
}

interface OpenInstance extends Database {
  url: string
}

interface OpenOptions {
  /** refuse while another Sextant process uses the instance */
  alone: boolean
  /** create an embedded database when there is none */
  create: boolean
  say(line: string): void
}

/** The name of connections of commands, to tell them from those of running processes. */
const commandConnections = 'sextant command'

/**
 * Opens the database of the configured instance for a command: DATABASE_URL, or the embedded PostgreSQL of the data
 * folder, which is started for the duration of the command if it is not running. Throws StartRefused.
 */
async function openInstance(config: Config, options: OpenOptions): Promise<OpenInstance> {
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
