import { isInUse, listMigrations, migrate, readConfig } from '#server/kernel/index.ts'
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
import { commandConnections, openInstance } from './open-instance.ts'

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
    onInstance: (work) => onInstance(context, {}, work),
    readSecret,
  }
  if (command.on === 'nothing') return await command.run(context, given)
  await onInstance(context, command, (instance) => command.run(instance, given))
  return 0
}

async function onInstance<T>(
  context: CommandContext,
  { alone = false, anySchema = false }: Pick<InstanceCommand, 'alone' | 'anySchema'>,
  work: (context: InstanceContext) => Promise<T>,
): Promise<T> {
  const instance = await openInstance(context.config, { alone, create: anySchema, say })
  try {
    if (!anySchema) await requireCurrentSchema(instance.url)
    const { db, pool, url } = instance
    return await work({
      ...context,
      db,
      pool,
      url,
      isInUse: (client) => isInUse(client, commandConnections),
      schema: {
        known: listMigrations,
        migrate: (upTo) => migrate(url, secretsForMigration(url, context.config), upTo),
        bringUpToDate: () => bringUpToDate(url, context.config),
      },
    })
  } finally {
    await instance.close()
  }
}
