import { BadSettings, type Config, readConfig, StartRefused } from '#server/kernel/index.ts'

/**
 * The composition root: one function for each role. Everything heavy is imported by the role that needs it, because
 * the supervisor runs from this file too.
 */
const roles: Readonly<Record<string, (config: Config, flags: readonly string[]) => Promise<number | null>>> =
  {
    async start(config, flags) {
      const [{ supervise }, { startEmbeddedPostgres }] = await Promise.all([
        import('./kernel/processes/supervisor.ts'),
        import('./kernel/db/embedded-postgres.ts'),
      ])
      const demo = flags.includes('--demo')
      const mainFile = import.meta.filename
      return supervise({ config, demo, startPostgres: startEmbeddedPostgres, mainFile, say })
    },
    async web(config, flags) {
      const { runWeb } = await import('./roles/run-web.ts')
      await runWeb(config, { migrate: flags.includes('--migrate') })
      return null
    },
    async worker(config, flags) {
      const { handedRunOf, runWorker } = await import('./roles/run-worker.ts')
      const migrate = flags.includes('--migrate')
      await runWorker(config, { migrate, mainFile: import.meta.filename, handed: handedRunOf(flags) })
      return null
    },
    async migrate(config) {
      const { bringUpToDate } = await import('./operator/schema-state.ts')
      const ran = await bringUpToDate(databaseUrlOf(config), config)
      say(ran.length === 0 ? 'The database schema is up to date.' : `Migrated: ${ran.join(', ')}`)
      return 0
    },
    async demo(config) {
      const { runDemo } = await import('./roles/run-demo.ts')
      await runDemo(config, say)
      return 0
    },
    async 'settings-docs'() {
      const { settingsPage } = await import('./kernel/config/settings-page.ts')
      process.stdout.write(settingsPage())
      return 0
    },
    async 'schema-dump'(config) {
      const { dumpSchema } = await import('./kernel/db/dump-schema.ts')
      process.stdout.write(await dumpSchema(databaseUrlOf(config)))
      return 0
    },
  }

/** Runs a role; the process ends when it is over, except for those that live until they are told to stop. */
export async function main(command: string, flags: readonly string[]): Promise<void> {
  const role = Object.hasOwn(roles, command) ? roles[command] : undefined
  try {
    const exitCode = await (role === undefined ? runWords([command, ...flags]) : role(readConfig(), flags))
    if (exitCode !== null) process.exit(exitCode)
  } catch (error) {
    for (const line of await refusalLines(error)) console.error(line)
    process.exit(1)
  }
}

/** Everything else is a command of operators; those refuse what there is not. */
async function runWords(words: readonly string[]): Promise<number> {
  const { runCommand } = await import('./roles/run-command.ts')
  return await runCommand(words)
}

/** One line for each problem that an operator can fix; anything else is a bug and keeps its stack. */
async function refusalLines(error: unknown): Promise<readonly string[]> {
  if (error instanceof BadSettings) return error.problems
  if (error instanceof StartRefused) return [error.message]
  const { NewerSchema } = await import('./kernel/db/migrate.ts')
  if (error instanceof NewerSchema) return [error.message]
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
}

function databaseUrlOf(config: Config): string {
  if (config.databaseUrl !== null) return config.databaseUrl
  throw new StartRefused('DATABASE_URL is not set; this command needs the address of a PostgreSQL database.')
}

function say(line: string): void {
  console.log(line)
}

if (import.meta.main) {
  const [command = 'help', ...flags] = process.argv.slice(2)
  await main(command, flags)
}
