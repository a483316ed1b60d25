import { randomUUID } from 'node:crypto'
import { isPhrase } from '#shared/messages/phrase.ts'
import { listOfTables } from '../answer.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { startOf, textOf } from '../http-answer.ts'
import { cutObject, itemsOf, readString } from '../json-cut.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { feedAtsd, toldIn } from './atsd-rows.ts'
import { type AxibasetsdOptions, readAxibasetsdOptions } from './axibasetsd-options.ts'

interface AtsdLink {
  options: AxibasetsdOptions
  host: ConnectorHost
}

export async function openAxibasetsd(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const link = linkTo(stored, host)
  const id = `sextant_${randomUUID()}`
  host.reportBackend({ query_id: id })
  return {
    async run(text, sink, signal) {
      requireSendable(text, [], { takesNul: false })
      if (text.trim() === '') throw new QueryFailed('Query is empty')
      await runAtsd(link, id, text, sink, signal)
    },
    async ping(signal) {
      await runAtsd(link, id, 'SELECT 1', nowhere, signal)
    },
    async tables(signal) {
      return await runRemotely({ signal, end: async () => {} }, async (run) => {
        const path = `/api/v1/metrics?${link.options.metrics}`
        const reply = await ask(link, { method: 'GET', path }, run.signal)
        const list = await textOf(reply, listOfTables.length, listOfTables.message)
        const names: string[] = ['atsd_series']
        for (const metric of itemsOf(list)) {
          const name = readString(cutObject(metric).get('name') ?? '')
          if (name !== null) names.push(name)
        }
        return names.sort().map((name) => ({ name, columns }))
      })
    },
    async close() {},
  }
}

const nowhere: Sink = { columns() {}, rows: async () => true, log() {}, metadata() {} }

/** Every table of a metric has these. */
const columns = [
  { name: 'datetime', type: 'timestamp' },
  { name: 'entity', type: 'string' },
  { name: 'metric', type: 'string' },
  { name: 'tags', type: 'string' },
  { name: 'text', type: 'string' },
  { name: 'time', type: 'long' },
  { name: 'value', type: 'number' },
]

/** Ends what is left behind by a killed worker. */
export async function killAxibasetsdOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  { query_id: id }: BackendReference,
): Promise<void> {
  if (typeof id !== 'string' || !/^sextant_[\da-f-]+$/.test(id)) return
  await cancel(linkTo(stored, host), id, AbortSignal.timeout(10_000))
}

function linkTo(stored: ConnectorOptions, host: ConnectorHost): AtsdLink {
  const options = readAxibasetsdOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return { options, host }
}

async function runAtsd(
  link: AtsdLink,
  id: string,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const { maxSilence, origin } = link.options
  const silence = {
    milliseconds: maxSilence,
    failure: () => new ConnectionFailed(`${origin} sent nothing for ${maxSilence / 1000} seconds.`),
  }
  try {
    await runRemotely({ signal, silence, end: (own) => cancel(link, id, own) }, async (run) => {
      const body = new URLSearchParams({
        ...{ q: text, queryId: id, outputFormat: 'csv', metadataFormat: 'EMBED' },
      }).toString()
      const reply = await ask(link, { method: 'POST', path: '/api/sql', body }, run.signal)
      await feedAtsd(reply, sink, () => run.touch())
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

async function cancel(link: AtsdLink, id: string, signal: AbortSignal): Promise<void> {
  const path = `/api/sql/cancel?queryId=${encodeURIComponent(id)}`
  await (await ask(link, { method: 'GET', path }, signal)).body?.cancel()
}

async function ask(
  { options: { origin, authorization, verify }, host }: AtsdLink,
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body?: string },
  signal: AbortSignal,
): Promise<Response> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = {
    ...{ method, verify },
    ...(body === undefined ? { headers: { authorization } } : { headers: { authorization, ...form }, body }),
  }
  const reply = await host.fetchServer(origin + path, request, signal)
  if (reply.status === 200) return reply
  const start = await startOf(reply)
  const told = toldIn(start)
  if (reply.status === 401 || reply.status === 403) {
    throw new ConnectionFailed(`${origin} refuses the user or the password: ${told?.message ?? start}`)
  }
  throw (
    told ??
    new ConnectionFailed(
      `${origin} answers, but not as ATSD does. Is the address right? Status ${reply.status}: ${start}`,
    )
  )
}
