import { type Phrase, phrase } from '../messages/phrase.ts'

/** What a connection string says, as options of its type. */
export type ReadConnection =
  | { ok: true; options: Readonly<Record<string, string | number>>; left: readonly string[] }
  /** what is wrong, never with a part that could be the password */
  | { ok: false; problem: Phrase }

/** How the address of one type of database is written, and where its parts belong. */
interface ConnectionRule {
  name: string
  schemes: readonly string[]
  example: string
  /** option of each part */
  fields: Readonly<Record<Part, string>>
  /** a parameter as options; null: it has no place in the form */
  parameter: (name: string, value: string) => Parameter | Phrase | null
}

type Part = 'host' | 'port' | 'user' | 'password' | 'database'
type Parameter = { option: string; value: string | number } | { dsn: string }

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']
const mysqlModes = ['disabled', 'preferred', 'required', 'verify-ca', 'verify-identity']

const partNames: Readonly<Record<string, Part>> = {
  ...{ host: 'host', hostaddr: 'host', port: 'port', user: 'user', username: 'user' },
  ...{ password: 'password', passwd: 'password', dbname: 'database', database: 'database' },
}

const rules: Readonly<Record<string, ConnectionRule>> = {
  pg: {
    name: 'PostgreSQL',
    schemes: ['postgres', 'postgresql'],
    example: 'postgres://user:password@host:5432/database?sslmode=require',
    fields: { host: 'host', port: 'port', user: 'user', password: 'password', database: 'dbname' },
    parameter: (name, value) => {
      if (name === 'sslmode') return modeOf('sslmode', value, sslModes)
      if (name === 'ssl') return { option: 'sslmode', value: isOff(value) ? 'disable' : 'require' }
      const toDsn = ['application_name', 'options', 'connect_timeout'].includes(name)
      return toDsn ? { dsn: `${name}=${quotedValue(value)}` } : null
    },
  },
  mysql: {
    name: 'MySQL',
    schemes: ['mysql', 'mariadb', 'mysql2'],
    example: 'mysql://user:password@host:3306/database',
    fields: { host: 'host', port: 'port', user: 'user', password: 'passwd', database: 'db' },
    parameter: (name, value) => {
      const flat = name.replaceAll(/[-_]/g, '')
      if (flat === 'sslmode') return modeOf('ssl_mode', value.replaceAll('_', '-'), mysqlModes)
      if (flat === 'ssl' || flat === 'usessl') {
        return { option: 'ssl_mode', value: isOff(value) ? 'disabled' : 'required' }
      }
      if (flat === 'charset') return { option: 'charset', value }
      return null
    },
  },
}

/** Example of a connection string; null: there are none for the type. */
export function connectionExample(type: string): string | null {
  return ruleOf(type)?.example ?? null
}

function ruleOf(type: string): ConnectionRule | undefined {
  return Object.hasOwn(rules, type) ? rules[type] : undefined
}

/** Whether a pasted text is meant as a connection string and not, for example, as the name of a host. */
export function looksLikeConnection(text: string): boolean {
  return /^(jdbc:)?[a-z][\w+.-]*:\/\//i.test(text.trim()) || isPairs(text)
}

/** `host=db port=5432 dbname=shop`, as libpq reads it */
function isPairs(text: string): boolean {
  return /^\s*(host|hostaddr|dbname|user|port)\s*=/.test(text)
}

/** Reads the address of a database as programs write it: a URL, with `jdbc:` or the name of a driver, or pairs. */
export function readConnection(type: string, text: string): ReadConnection {
  const rule = ruleOf(type)
  const given = text.trim()
  if (rule === undefined) return wrong(phrase('This type has no connection strings.'))
  if (type === 'pg' && isPairs(given)) return readPairs(rule, given)
  return readUrl(rule, given)
}

function readUrl(rule: ConnectionRule, given: string): ReadConnection {
  const match =
    /^(?:jdbc:)?([a-z][a-z0-9]*)(?:\+\w+)?:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?(#.*)?$/is.exec(given)
  const scheme = match?.[1]?.toLowerCase()
  if (match === null || scheme === undefined) {
    return wrong(phrase('A connection string looks like this: {example}', { example: rule.example }))
  }
  if (!rule.schemes.includes(scheme)) return wrong(otherType(rule, scheme))
  const [, , authority = '', path = '', query = '', fragment] = match
  const at = authority.lastIndexOf('@')
  // the password was taken for the end of the host, so nothing that was read can be trusted or shown
  if (fragment !== undefined || (at < 0 && /@/.test(`${path}${query}`) && !query.includes('='))) {
    return wrong(
      phrase(
        'In a connection string, these characters of a password are written with %: / is %2F, ? is %3F, # is %23.',
      ),
    )
  }
  const found = new Found(rule)
  const [user, ...rest] = at < 0 ? [''] : authority.slice(0, at).split(':')
  try {
    found.part('user', decodeURIComponent(user ?? ''))
    found.part('password', decodeURIComponent(rest.join(':')))
    found.part('database', decodeURIComponent(path))
    for (const [name, value] of pairsOf(query)) found.parameter(name, value)
  } catch {
    return wrong(
      phrase('A % in a connection string stands before two digits; the sign itself is written %25.'),
    )
  }
  const address = hostAndPort(authority.slice(at + 1))
  if (address === null) return wrong(badPort)
  found.part('host', address.host)
  found.part('port', address.port)
  return found.result()
}

function pairsOf(query: string): [string, string][] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decodeURIComponent(name), decodeURIComponent(value.join('=').replaceAll('+', ' '))]
    })
}

const pair = /\s*([^=\s]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s\\]|\\.)*))/y

function readPairs(rule: ConnectionRule, given: string): ReadConnection {
  const found = new Found(rule)
  pair.lastIndex = 0
  while (given.slice(pair.lastIndex).trim() !== '') {
    const match = pair.exec(given)
    if (match === null) return wrong(phrase('Parameters must be written as key=value, separated by spaces.'))
    found.parameter(match[1] ?? '', (match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1'))
  }
  return found.result()
}

const badPort = phrase('Port must be a number from 1 to 65535.')
const oneHost = phrase('The connection string names several hosts: choose one.')

/** `[::1]:5432`, `db.example.com:5432`; null: the port is none. Empty texts: not given. */
function hostAndPort(address: string): { host: string; port: string } | null {
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(address)
  // several hosts are told later, with their commas
  if (match === null) return address.includes(',') ? { host: address, port: '' } : null
  return { host: (match[1] ?? '').replace(/^\[|\]$/g, ''), port: match[2] ?? '' }
}

/** Collects options, and the first thing that is wrong. */
class Found {
  private readonly rule: ConnectionRule
  private readonly options: Record<string, string | number> = {}
  private readonly left: string[] = []
  private readonly dsn: string[] = []
  private problem: Phrase | null = null

  constructor(rule: ConnectionRule) {
    this.rule = rule
  }

  part(part: Part, value: string): void {
    if (value === '') return
    const option = this.rule.fields[part]
    if (part !== 'port') {
      if (part === 'host' && value.includes(',')) this.problem ??= oneHost
      this.options[option] = value
      return
    }
    const port = Number(value)
    if (!Number.isInteger(port) || port < 1 || port > 65535) this.problem ??= badPort
    this.options[option] = port
  }

  parameter(name: string, value: string): void {
    const part = partNames[name.toLowerCase()]
    if (part !== undefined) {
      this.part(part, value)
      return
    }
    const read = this.rule.parameter(name.toLowerCase(), value)
    if (read === null) this.left.push(name)
    else if ('option' in read) this.options[read.option] = read.value
    else if ('dsn' in read) this.dsn.push(read.dsn)
    else this.problem ??= read
  }

  result(): ReadConnection {
    if (this.problem !== null) return wrong(this.problem)
    if (this.dsn.length > 0) this.options['dsn'] = this.dsn.join(' ')
    if (Object.keys(this.options).length === 0) {
      return wrong(phrase('A connection string looks like this: {example}', { example: this.rule.example }))
    }
    return { ok: true, options: this.options, left: this.left }
  }
}

function otherType(rule: ConnectionRule, scheme: string): Phrase {
  const other = Object.values(rules).find((one) => one.schemes.includes(scheme))
  return other === undefined
    ? phrase('A connection string of {type} begins with {scheme}://', {
        type: rule.name,
        scheme: rule.schemes[0] ?? '',
      })
    : phrase('This is a connection string of {other}, not of {type}.', { other: other.name, type: rule.name })
}

function modeOf(option: string, value: string, modes: readonly string[]): Parameter | Phrase {
  const mode = value.toLowerCase()
  return modes.includes(mode)
    ? { option, value: mode }
    : phrase('SSL Mode "{mode}" is unknown.', { mode: value.slice(0, 40) })
}

function isOff(value: string): boolean {
  return ['false', '0', 'no', 'off', 'disable', 'disabled'].includes(value.toLowerCase())
}

function quotedValue(value: string): string {
  return /^[\w.:/-]+$/.test(value) ? value : `'${value.replace(/['\\]/g, '\\$&')}'`
}

function wrong(problem: Phrase): ReadConnection {
  return { ok: false, problem }
}
