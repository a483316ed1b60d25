import { randomUUID } from 'node:crypto'
import { isPhrase } from '#shared/messages/phrase.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { askForText, type ElasticsearchLink } from './elasticsearch-link.ts'
import { type QueryStyle, runElasticsearch } from './elasticsearch-run.ts'
import { readElasticsearchTables } from './elasticsearch-schema.ts'
import { endSearches, isSessionName } from './elasticsearch-tasks.ts'
import { readLegacyOptions } from './legacy-options.ts'

export async function openLegacy(
  stored: ConnectorOptions,
  host: ConnectorHost,
  style: QueryStyle,
): Promise<Session> {
  const link = linkTo(stored, host, `sextant_${randomUUID()}`)
  host.reportBackend({ request_name: link.name })
  return {
    run: (text, sink, signal) => runElasticsearch(link, text, sink, signal, style),
    async ping(signal) {
      await askForText(link, { method: 'GET', path: '/_cluster/health' }, signal)
    },
    tables: (signal) => readElasticsearchTables(link, signal),
    async close() {},
  }
}

/** Ends the searches left behind by a killed worker. */
export async function killLegacyOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  { request_name: name }: BackendReference,
): Promise<void> {
  if (isSessionName(name)) await endSearches(linkTo(stored, host, name), AbortSignal.timeout(10_000))
}

function linkTo(stored: ConnectorOptions, host: ConnectorHost, name: string): ElasticsearchLink {
  const options = readLegacyOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  const refusal = (status: number, start: string) =>
    `Failed to execute query. Return Code: ${status}   Reason: ${start}`
  return { options, host, name, refusal }
}
