import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { breaks } from '../breaks.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { flatRows } from '../flat-rows.ts'
import { startOf, textOf } from '../http-answer.ts'
import { cutList, cutObject, itemsOf, readString } from '../json-cut.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { maxColumns } from '../result-limits.ts'
import { requireSendable } from '../sendable-text.ts'
import { type DgraphOptions, readDgraphOptions } from './dgraph-options.ts'
import { flattenAll } from './flat-paths.ts'

/** An answer is held as a whole: which of its blocks is the first one, only it tells. */
const maxAnswer = 64_000_000
/** Errors of more than this are not read. */
const maxErrors = 200_000
const answerTooLarge =
  'The answer of the server is larger than 64 MB. Ask for less of it, with first and offset.'

export async function openDgraph(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const options = readDgraphOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  const link: DgraphLink = { options, host, login: null }
  const ask = async (text: string, signal: AbortSignal) =>
    await runRemotely({ signal, end: async () => {} }, (run) => askDgraph(link, text, run.signal))
  return {
    async run(text, sink, signal) {
      requireSendable(text, [], { takesNul: false })
      if (text.trim() === '') throw new QueryFailed('Query is empty')
      try {
        // the server ends a query when its request ends
        await runRemotely({ signal, end: async () => {} }, async (run) => {
          await feedBlock(await askDgraph(link, text, run.signal), sink)
        })
      } catch (error) {
        if (!(error instanceof EnoughRows)) throw error
      }
    },
    async ping(signal) {
      await ask('{ test() { } }', signal)
    },
    async tables(signal) {
      return tablesIn(await ask('schema {}', signal))
    },
    async close() {},
  }
}

interface DgraphLink {
  options: DgraphOptions
  host: ConnectorHost
  /** of the account; null: it has not tried yet */
  login: Login | null
}

/** The token of an account, or why there is none: servers without accounts refuse to log in. */
interface Login {
  token: string | null
  failure: string
}

/** The JSON of `data`. A transaction that only reads cannot change anything. */
async function askDgraph(link: DgraphLink, text: string, signal: AbortSignal): Promise<string> {
  const { options, host } = link
  if (options.account !== null) link.login ??= await logIn(options, host, signal)
  const request = {
    method: 'POST' as const,
    headers: {
      'content-type': 'application/dql',
      ...(link.login?.token ? { 'x-dgraph-accesstoken': link.login.token } : {}),
    },
    body: text,
  }
  const reply = await host.fetchServer(`${options.origin}/query?ro=true`, request, signal)
  if (reply.status !== 200) throw notDgraph(options, reply.status, await startOf(reply))
  const answer = cutObject(await textOf(reply, maxAnswer, answerTooLarge), 100)
  requireNoErrors(answer.get('errors'), link.login?.failure ?? '')
  return answer.get('data') ?? '{}'
}

async function logIn(
  { origin, account }: DgraphOptions,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Login> {
  const request = {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  }
  const reply = await host.fetchServer(`${origin}/login`, request, signal)
  const start = await startOf(reply)
  const token = /"accessJWT"\s*:\s*("(?:\\.|[^"\\])*")/.exec(start)?.[1]
  const read = token === undefined ? null : readString(token)
  if (read !== null) return { token: read, failure: '' }
  const told = messagesIn(start)
  const failure = `${origin} refuses the user or the password${told === '' ? '.' : `: ${told}`}`
  return { token: null, failure }
}

function notDgraph({ origin }: DgraphOptions, status: number, start: string): Error {
  const told = messagesIn(start)
  if (told !== '') return new QueryFailed(told)
  return new ConnectionFailed(
    `${origin} answers, but not as Dgraph does. Is it the address of an alpha's HTTP port? Status ${status}: ${start}`,
  )
}

/** Errors come with status 200 as well. */
function requireNoErrors(errors: string | undefined, login: string): void {
  if (errors === undefined || errors === 'null' || errors === '[]') return
  const told = messagesIn(`{"errors":${errors}}`) || errors.slice(0, 1000)
  if (/\b(?:no accessJwt available|Token is expired|PermissionDenied)\b/i.test(told)) {
    throw new ConnectionFailed(login === '' ? `The server requires an account: ${told}` : login)
  }
  const [, line, column] = /\bline (\d+) column (\d+)/.exec(told) ?? []
  // columns are counted from 0
  const position = line === undefined ? null : { line: Number(line), column: Number(column) + 1 }
  throw new QueryFailed(told, { position })
}

function messagesIn(json: string): string {
  if (json.length > maxErrors) return json.slice(0, 1000)
  try {
    const { errors } = JSON.parse(json) as { errors?: unknown }
    if (!Array.isArray(errors)) return ''
    return (errors as { message?: unknown }[]).map(({ message }) => String(message)).join('; ')
  } catch {
    return ''
  }
}

/** The first block alone, whose name is in front of its columns; others are left out, and the log says so. */
async function feedBlock(data: string, sink: Sink): Promise<void> {
  const rest = breaks()
  const rows = flatRows(sink, 'Ask for the same predicates in each node.')
  const blocks = [...cutObject(data, maxColumns)]
  const [first, ...others] = blocks
  if (first !== undefined) {
    const [block, list] = first
    for (const node of itemsOf(list.startsWith('[') ? list : `[${list}]`)) {
      const cells: [string, string][] = []
      flattenAll(block, node, (name, json) => cells.push([name, json]))
      const added = rows.add(cells)
      if (added !== null) await added
      await rest()
    }
  }
  await rows.finish()
  if (others.length > 0) {
    sink.log(`The result is that of the first block. Left out: ${others.map(([name]) => name).join(', ')}.`)
  }
}

/** A table for each type with its predicates, and one with all others. */
function tablesIn(data: string): SchemaTable[] {
  const schema = cutObject(data, 100)
  const kinds = new Map<string, string>()
  for (const item of cutList(schema.get('schema') ?? '[]')) {
    const members = cutObject(item)
    const name = readString(members.get('predicate') ?? '') ?? ''
    if (name === '' || name.startsWith('dgraph.')) continue
    const type = readString(members.get('type') ?? '') ?? ''
    kinds.set(name, members.get('list') === 'true' ? `[${type}]` : type)
  }
  const used = new Set<string>()
  const tables: SchemaTable[] = []
  const columnOf = (name: string) => {
    const type = kinds.get(name) ?? ''
    return { name, ...(type === '' ? {} : { type }) }
  }
  for (const item of cutList(schema.get('types') ?? '[]')) {
    const members = cutObject(item)
    const name = readString(members.get('name') ?? '') ?? ''
    if (name === '' || name.startsWith('dgraph.')) continue
    const fields = cutList(members.get('fields') ?? '[]')
      .map((field) => readString(cutObject(field).get('name') ?? '') ?? '')
      .filter((field) => field !== '')
    for (const field of fields) used.add(field)
    tables.push({ name, columns: fields.sort().map(columnOf) })
  }
  const others = [...kinds.keys()].filter((name) => !used.has(name))
  if (others.length > 0) tables.push({ name: 'predicates', columns: others.sort().map(columnOf) })
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
}
