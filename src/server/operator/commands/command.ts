import type pg from 'pg'
import type { Config, Db } from '#server/kernel/index.ts'

/** A command refused to do its work; the message is one line for the operator, exit code 1. */
export class CommandRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CommandRefused'
  }
}

/** The command line is invalid: exit code 2. */
export class BadUsage extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadUsage'
  }
}

export interface CommandOption {
  about: string
  /** placeholder of its value; without it, the option is a switch */
  value?: string
}

export interface GivenArguments {
  /** by the names in `arguments`; optional arguments may be missing */
  words: Readonly<Record<string, string>>
  options: Readonly<Record<string, string>>
  switches: ReadonlySet<string>
}

/** The context of every command. */
export interface CommandContext {
  config: Config
  clock: () => Date
  /** writes a line of output to standard output */
  out(line: string): void
  /** writes progress and warnings to standard error */
  say(line: string): void
  /**
   * opens the instance's database for `work`, with the schema of this version or, on request, any earlier one; throws
   * StartRefused and NewerSchema
   */
  onInstance<T>(work: (context: InstanceContext) => Promise<T>, options?: { mayBeOlder: boolean }): Promise<T>
  /** reads a secret from the terminal without echo, or from the first line of standard input */
  readSecret(question: string, fromStdin: boolean, option: string): Promise<string>
}

/** The migrations of the database of an instance. */
export interface InstanceSchema {
  /** all migrations of this Sextant, oldest first */
  known(): Promise<string[]>
  /** those that the database lacks; throws NewerSchema */
  missing(): Promise<{ name: string; sql: string }[]>
  /** runs the migrations up to this one */
  migrate(upTo: string): Promise<unknown>
  /** runs all migrations, and those of the job queue */
  bringUpToDate(): Promise<unknown>
}

/** The context of commands on an instance's database. */
export interface InstanceContext extends CommandContext {
  db: Db
  pool: pg.Pool
  url: string
  /** whether another Sextant process uses the database */
  isInUse(client: pg.ClientBase): Promise<boolean>
  schema: InstanceSchema
}

interface CommandWords {
  /** one sentence */
  about: string
  /** names in order; `[NAME]` is optional */
  arguments?: readonly string[]
  options?: Readonly<Record<string, CommandOption>>
  /** at least one of these options is required */
  needs?: readonly string[]
  /** further lines of the help */
  more?: readonly string[]
}

/** A command on a database with the schema of this version. */
export interface InstanceCommand extends CommandWords {
  on: 'instance'
  /** refuse while another Sextant process uses the instance */
  alone?: boolean
  /** the database is created if missing and may have any schema; the command migrates it */
  anySchema?: boolean
  run(context: InstanceContext, given: GivenArguments): Promise<void>
}
/** A command that opens what it needs itself. Returns the exit code. */
export interface FreeCommand extends CommandWords {
  on: 'nothing'
  run(context: CommandContext, given: GivenArguments): Promise<number>
}
export type Command = InstanceCommand | FreeCommand
