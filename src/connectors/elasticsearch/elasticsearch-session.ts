import { randomUUID } from 'node:crypto'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session } from '../connector.ts'
import { askForText, linkTo } from './elasticsearch-link.ts'
import { runElasticsearch } from './elasticsearch-run.ts'
import { readElasticsearchTables } from './elasticsearch-schema.ts'
import { endSearches, isSessionName } from './elasticsearch-tasks.ts'

/** Nothing is connected until the first request: connections are shared by all sessions of the worker. */
export async function openElasticsearch(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const link = linkTo(stored, host, `sextant_${randomUUID()}`)
  host.reportBackend({ request_name: link.name })
  return {
    run: (text, sink, signal) => runElasticsearch(link, text, sink, signal),
    async ping(signal) {
      await askForText(link, { method: 'GET', path: '/_cluster/health' }, signal)
    },
    tables: (signal) => readElasticsearchTables(link, signal),
    async close() {},
  }
}

/** Ends the searches left behind by a killed worker. */
export async function killElasticsearchOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  { request_name: name }: BackendReference,
): Promise<void> {
  if (isSessionName(name)) await endSearches(linkTo(stored, host, name), AbortSignal.timeout(10_000))
}
