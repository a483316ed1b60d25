import { join } from 'node:path'
import {
  type Config,
  deriveSecrets,
  instanceSecretKey,
  openDatabase,
  openLog,
  StartRefused,
} from '#server/kernel/index.ts'
import { bringUpToDate, seedDemo } from '#server/operator/index.ts'

/** Fills a new instance with demo content and prints the admin's password once. */
export async function runDemo(config: Config, say: (line: string) => void): Promise<void> {
  const { databaseUrl } = config
  if (databaseUrl === null) throw new StartRefused('DATABASE_URL is not set; `sextant demo` needs it.')
  const log = openLog({ logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel }, 'demo')
  const secrets = deriveSecrets(instanceSecretKey(config, { generate: false }))
  await bringUpToDate(databaseUrl, config, log)
  const database = openDatabase(databaseUrl, { max: 2, onError: (error) => log.warn({ err: error }) })
  try {
    const fileFolder = config.fileFolders[0] ?? join(config.dataDir, 'files')
    const admin = await seedDemo({ db: database.db, secrets, fileFolder, log, clock: () => new Date() })
    if (admin === null) say('This instance is set up already: no demo content was added.')
    else say(`Demo administrator: ${admin.email}, password: ${admin.password} (shown only now)`)
  } finally {
    await database.close()
  }
}
