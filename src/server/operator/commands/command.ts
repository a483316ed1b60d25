import type pg from 'pg'
import type { Config, Db } from '#server/kernel/index.ts'

/** A reason why a command does not do it, for people: one line, exit code 1. */
export class CommandRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CommandRefused'
  }
}

/** The command was called in a way that it does not understand: exit code 2. */
export class BadUsage extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadUsage'
  }
}

export interface CommandOption {
  about: string
  /** placeholder of its value; without one it is a switch */
  value?: string
}

export interface GivenArguments {
  /** by the names in `arguments`; optional ones may be absent */
  words: Readonly<Record<string, string>>
  options: Readonly<Record<string, string>>
  switches: ReadonlySet<string>
}

/** What commands work with. */
export interface CommandContext {
  config: Config
  clock: () => Date
  /** one line of the answer, on standard output */
  out(line: string): void
  /** progress and warnings, on standard error */
  say(line: string): void
  /** lends the database of the instance, with the schema of this version; throws StartRefused and NewerSchema */
  onInstance<T>(work: (context: InstanceContext) => Promise<T>): Promise<T>
  /** something that nobody may see: from the terminal without showing it, or the first line of standard input */
  readSecret(question: string, fromStdin: boolean, option: string): Promise<string>
}

/** The migrations of the database of an instance. */
export interface InstanceSchema {
  /** all that this Sextant knows, oldest first */
  known(): Promise<string[]>
  /** runs those up to this one */
  migrate(upTo: string): Promise<unknown>
  /** runs all of them, and those of the job queue */
  bringUpToDate(): Promise<unknown>
}

/** What commands on the database of an instance work with. */
export interface InstanceContext extends CommandContext {
  db: Db
  pool: pg.Pool
  url: string
  /** does a process of Sextant use the database, beside this command? */
  isInUse(client: pg.ClientBase): Promise<boolean>
  schema: InstanceSchema
}

interface CommandWords {
  /** one sentence */
  about: string
  /** names in order; `[NAME]` may be left out */
  arguments?: readonly string[]
  options?: Readonly<Record<string, CommandOption>>
  /** without at least one of these options there is nothing to do */
  needs?: readonly string[]
  /** further lines of its help */
  more?: readonly string[]
}

/** A command on a database with the schema of this version. */
export interface InstanceCommand extends CommandWords {
  on: 'instance'
  /** nothing else of Sextant may run meanwhile, as far as can be seen */
  alone?: boolean
  /** the database is made, and may have no or another schema; the command brings it to where it has to be */
  anySchema?: boolean
  run(context: InstanceContext, given: GivenArguments): Promise<void>
}
/** A command that looks for what it needs by itself; answers the exit code. */
export interface FreeCommand extends CommandWords {
  on: 'nothing'
  run(context: CommandContext, given: GivenArguments): Promise<number>
}
export type Command = InstanceCommand | FreeCommand
