import type { Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { encodeText } from '../encode-cell.ts'
import { readJsonAnswer } from '../json-answer.ts'
import { cutList, cutObject, readString } from '../json-cut.ts'
import { type PulledFeed, pulledFeed, type RemoteRun } from '../remote-run.ts'
import { databricksColumns } from './databricks-columns.ts'
import { callDatabricks, type DatabricksLink } from './databricks-service.ts'

/** What comes after the rows of an answer. */
export interface AnswerEnd {
  /** number of the next chunk; null: it was the last */
  next: number | null
  /** where rows lie that are not in the answer */
  links: readonly ExternalLink[]
}

interface ExternalLink {
  chunk: number
  url: string
  headers: Record<string, string>
  next: number | null
}

export interface StatementReading {
  /** the values of an answer, by their names */
  told: Map<string, string>
  status(): { state: string; message: string | null }
  /** whether rows can be read; begins the result if they can */
  isReady(): boolean
  row(json: string): void
  room(): Promise<void>
  /** Throws QueryFailed if rows are missing. */
  finish(): Promise<void>
}

/** The result of one statement, whose rows come in several answers. `sink` null: it is not wanted. */
export function statementReading(sink: Sink | null): StatementReading {
  const told = new Map<string, string>()
  let columns: readonly SinkColumn[] | null = null
  let feed: PulledFeed | null = null
  let count = 0
  const status = () => {
    const members = cutObject(told.get('status') ?? '{}')
    const error = cutObject(members.get('error') ?? '{}')
    const message = readString(error.get('message') ?? '') ?? readString(error.get('error_code') ?? '')
    return { state: readString(members.get('state') ?? '') ?? 'unknown', message }
  }
  const isReady = () => {
    const manifest = told.get('manifest')
    if (columns === null && manifest !== undefined && status().state === 'SUCCEEDED') {
      columns = databricksColumns(manifest)
      if (sink !== null && columns.length > 0) {
        sink.columns(columns)
        feed = pulledFeed(sink)
      }
    }
    return columns !== null
  }
  return {
    told,
    status,
    isReady,
    row(json) {
      if (columns === null || feed === null) return
      const cells: (string | null)[] = cutList(json, columns.length)
      if (cells.length !== columns.length)
        throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${columns.length} columns.`)
      for (let at = 0; at < cells.length; at++) if (cells[at] === 'null') cells[at] = null
      feed.push(cells, json.length)
      count++
    },
    async room() {
      await feed?.room()
    },
    async finish() {
      if (sink === null) return
      await feed?.finish()
      if (!isReady() || columns?.length === 0) return await tellNothing(sink)
      const manifest = cutObject(told.get('manifest') ?? '{}')
      const total = Number(manifest.get('total_row_count') ?? '0')
      if (total !== count)
        throw new QueryFailed(`Databricks sent ${count} rows of a result that has ${total}. Please retry.`)
      if (manifest.get('truncated') === 'true') {
        sink.log(
          `Result truncated to ${count} rows. Databricks may truncate query results that are unstably large.`,
        )
      }
    },
  }
}

async function tellNothing(sink: Sink): Promise<void> {
  sink.columns([{ name: 'result', type: 'string', encode: encodeText }])
  await sink.rows([['No data was returned.']])
}

/** Reads an answer with rows or links to them, at this path of its document. */
export async function readAnswer(
  reply: Response,
  path: readonly string[],
  reading: StatementReading,
  run: RemoteRun,
): Promise<AnswerEnd> {
  const told = new Map<string, string>()
  const parts = { next: [...path, 'next_chunk_index'], links: [...path, 'external_links'] }
  const others: Record<string, readonly string[]> =
    path.length === 0 ? parts : { ...parts, status: ['status'], manifest: ['manifest'] }
  const reader = {
    other: (name: string, json: string) =>
      void (name in { status: 1, manifest: 1 } ? reading.told : told).set(name, json),
    isReady: reading.isReady,
    row: reading.row,
    room: reading.room,
  }
  await readJsonAnswer(reply, { rows: [...path, 'data_array'], others }, reader, run)
  return {
    next: numberIn(told.get('next')),
    links: cutList(told.get('links') ?? '[]').map((item) => linkIn(cutObject(item))),
  }
}

/** The rest of a result after its first answer. */
export async function readChunks(
  link: DatabricksLink,
  path: string,
  first: AnswerEnd,
  reading: StatementReading,
  run: RemoteRun,
): Promise<void> {
  const chunk = async (number: number) => {
    const reply = await callDatabricks(link, `${path}/result/chunks/${number}`, undefined, run.signal)
    return await readAnswer(reply, [], reading, run)
  }
  let answer = first
  for (let last = 0; ; ) {
    for (const each of answer.links) {
      const reply = (await fetchLink(link, each, run)) ?? (await fetchAgain(link, each, chunk, run))
      await readJsonAnswer(reply, { rows: [], others: {} }, { ...reading, other() {} }, run)
    }
    const next = answer.next ?? answer.links.at(-1)?.next ?? null
    if (next === null) return
    if (next <= last) throw new QueryFailed('Databricks sent the parts of a result in the wrong order.')
    last = next
    answer = await chunk(next)
  }
}

/** An address in the storage, which is signed and so a secret. null: it is no longer good. */
async function fetchLink(
  { host }: DatabricksLink,
  { url, headers }: ExternalLink,
  { signal }: RemoteRun,
): Promise<Response | null> {
  // a server that anyone could name: only public addresses, and without the token
  const reply = await host.fetch(url, { headers }, signal)
  if (reply.status === 200) return reply
  await reply.body?.cancel()
  if (reply.status === 403) return null
  throw refusedBy(url, reply.status)
}

async function fetchAgain(
  link: DatabricksLink,
  { chunk: wanted, url }: ExternalLink,
  chunk: (number: number) => Promise<AnswerEnd>,
  run: RemoteRun,
): Promise<Response> {
  const fresh = (await chunk(wanted)).links.find((each) => each.chunk === wanted)
  const reply = fresh === undefined ? null : await fetchLink(link, fresh, run)
  if (reply === null) throw refusedBy(url, 403)
  return reply
}

function refusedBy(url: string, status: number): QueryFailed {
  return new QueryFailed(
    `The storage ${new URL(url).host}, where Databricks keeps the result, answered with status ${status}.`,
  )
}

function linkIn(members: ReadonlyMap<string, string>): ExternalLink {
  const url = readString(members.get('external_link') ?? '') ?? ''
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new QueryFailed('Databricks sent an address of a result that is not one of a storage.')
  const given = members.get('http_headers') ?? '{}'
  const headers = [...cutObject(given === 'null' ? '{}' : given, 50)]
    .map(([name, value]) => [name, readString(value) ?? ''] as const)
    .filter(([name, value]) => /^[\w-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value))
  return {
    url,
    headers: Object.fromEntries(headers),
    chunk: numberIn(members.get('chunk_index')) ?? 0,
    next: numberIn(members.get('next_chunk_index')),
  }
}

function numberIn(json: string | undefined): number | null {
  const number = Number(json ?? 'none')
  return Number.isInteger(number) && json !== 'null' ? number : null
}
