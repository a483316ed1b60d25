import { parseArgs } from 'node:util'
import { BadUsage, type Command, type GivenArguments } from './command.ts'

export type CommandGroup = Readonly<Record<string, Command>>
export type CommandTree = Readonly<Record<string, Command | CommandGroup>>

export type ReadCommand =
  | { kind: 'run'; name: string; command: Command; given: GivenArguments }
  | { kind: 'help'; text: string }

const isCommand = (node: Command | CommandGroup): node is Command => typeof node['run'] === 'function'

/** Parses `sextant WORDS…`. Throws BadUsage. */
export function readCommand(tree: CommandTree, words: readonly string[]): ReadCommand {
  const [first = '', second, ...rest] = words
  const node = own(tree, first)
  if (node === undefined) throw new BadUsage(`There is no command "${first}". Try: sextant help`)
  if (isCommand(node)) return readOne(first, node, words.slice(1))
  if (second === undefined) throw new BadUsage(groupHelp(first, node).trimEnd())
  if (second === '--help' || second === '-h') return { kind: 'help', text: groupHelp(first, node) }
  const command = own(node, second)
  if (command === undefined) {
    throw new BadUsage(`There is no command "${first} ${second}". Try: sextant ${first} --help`)
  }
  return readOne(`${first} ${second}`, command, rest)
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function readOne(name: string, command: Command, words: readonly string[]): ReadCommand {
  if (words.includes('--help') || words.includes('-h'))
    return { kind: 'help', text: commandHelp(name, command) }
  const declared = command.options ?? {}
  const refuse = (what: string) => new BadUsage(`${what} Try: sextant ${name} --help`)
  const { values, positionals } = parse(declared, words, refuse)
  const names = command.arguments ?? []
  const required = names.filter((each) => !each.startsWith('['))
  const missing = required[positionals.length]
  if (missing !== undefined) throw refuse(`${missing} is missing.`)
  const [surplus] = positionals.slice(names.length)
  if (surplus !== undefined)
    throw refuse(`"${surplus}" is one word too many; put names of several words into quotes.`)
  requireOption(command, values, refuse)
  const named = positionals.map((word, place) => [(names[place] ?? '').replace(/[[\]]/g, ''), word] as const)
  const given = Object.entries(values)
  const texts = given.flatMap(([option, value]) =>
    typeof value === 'string' ? [[option, value] as const] : [],
  )
  return {
    kind: 'run',
    name,
    command,
    given: {
      words: Object.fromEntries(named),
      options: Object.fromEntries(texts),
      switches: new Set(given.filter(([, value]) => value === true).map(([option]) => option)),
    },
  }
}

function requireOption(
  { needs = [] }: Command,
  given: Readonly<Record<string, unknown>>,
  refuse: (what: string) => BadUsage,
): void {
  if (needs.length === 0 || needs.some((option) => given[option] !== undefined)) return
  const names = needs.map((option) => `--${option}`).join(', ')
  throw refuse(needs.length === 1 ? `${names} is missing.` : `One of ${names} is missing.`)
}

function parse(
  declared: NonNullable<Command['options']>,
  words: readonly string[],
  refuse: (what: string) => BadUsage,
) {
  const kinds = Object.entries(declared).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  )
  try {
    return parseArgs({
      args: [...words],
      options: Object.fromEntries(kinds),
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    // the first sentence of node:util names the option and the problem
    const [sentence = ''] = (error as Error).message.split(/(?<=\.)\s/)
    throw refuse(sentence.endsWith('.') ? sentence : `${sentence}.`)
  }
}

const indent = '  '

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `${indent}${left.padEnd(width)}${indent}${right}`).join('\n')
}

function groupHelp(name: string, group: CommandGroup): string {
  const rows = Object.entries(group).map(
    ([each, command]) => [usage(`${name} ${each}`, command), command.about] as const,
  )
  return `Usage:\n${columns(rows)}\n\nEach command has its own --help.\n`
}

const usage = (name: string, command: Command): string => [name, ...(command.arguments ?? [])].join(' ')

function commandHelp(name: string, command: Command): string {
  const options = Object.entries(command.options ?? {}).map(
    ([option, { value, about }]) =>
      [value === undefined ? `--${option}` : `--${option} ${value}`, about] as const,
  )
  const parts = [
    `Usage: sextant ${usage(name, command)}${options.length > 0 ? ' [OPTIONS]' : ''}`,
    [command.about, ...(command.more ?? [])].join('\n'),
    ...(options.length > 0 ? [columns(options)] : []),
  ]
  return `${parts.join('\n\n')}\n`
}
