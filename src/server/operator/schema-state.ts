import type { Logger } from 'pino'
import {
  type Config,
  migrate,
  missingMigrations,
  type OpenSecrets,
  openDatabase,
  openSecrets,
  StartRefused,
} from '#server/kernel/index.ts'
import { migrateJobQueue } from '#server/runs/index.ts'

/** Migrates Sextant's tables and those of the job queue. Returns the migrations that ran. Throws StartRefused. */
export async function bringUpToDate(
  databaseUrl: string,
  config: KeySettings,
  log?: Logger,
): Promise<string[]> {
  return reaching(databaseUrl, async () => {
    const ran = await migrate(databaseUrl, secretsForMigration(databaseUrl, config))
    await migrateJobQueue(databaseUrl, log)
    return ran
  })
}

type KeySettings = Pick<Config, 'secretKey' | 'dataDir'>

/** Opens the secrets on a separate connection, which may record the key check. */
export function secretsForMigration(databaseUrl: string, config: KeySettings): OpenSecrets {
  return async () => {
    const { pool, close } = openDatabase(databaseUrl, { max: 1, onError: () => {} })
    try {
      return await openSecrets({ pool, config, clock: () => new Date() })
    } finally {
      await close()
    }
  }
}

/** For processes that must not migrate. Throws StartRefused and NewerSchema. */
export async function requireCurrentSchema(databaseUrl: string): Promise<void> {
  const missing = await reaching(databaseUrl, () => missingMigrations(databaseUrl))
  if (missing.length === 0) return
  throw new StartRefused(
    `The database schema is older than this Sextant (${missing.length} migrations are missing). Run: sextant migrate`,
  )
}

const networkErrors = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
])

/** Turns connection errors into a StartRefused that names the database without its password. */
async function reaching<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // class 28: wrong name or password; 3D000: no such database; 57P03: starting up; 53300: too many connections
    const known =
      networkErrors.has(code) || code.startsWith('28') || ['3D000', '57P03', '53300'].includes(code)
    if (!known) throw error
    const { hostname, port, pathname } = new URL(databaseUrl)
    const place = `${hostname || 'the local socket'}${port && `:${port}`}${pathname}`
    throw new StartRefused(`PostgreSQL at ${place} cannot be used: ${message || code}. See DATABASE_URL.`, {
      cause: error,
    })
  }
}
