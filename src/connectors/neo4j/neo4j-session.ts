import { randomUUID } from 'node:crypto'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, ConnectorOptions, Session } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { requireSendable } from '../sendable-text.ts'
import type { CypherRequest, Neo4jLink } from './neo4j-link.ts'
import { readNeo4jOptions } from './neo4j-options.ts'
import { runCypher } from './neo4j-run.ts'

/** Nothing is connected until the first request: connections are shared by all sessions of the worker. */
export async function openNeo4j(stored: ConnectorOptions, host: ConnectorHost): Promise<Session> {
  const link = linkTo(stored, host)
  const marker = `sextant_${randomUUID()}`
  host.reportBackend({ query_marker: marker })
  const end = (signal: AbortSignal) => endTransactions(link, marker, signal)
  return {
    async run(text, sink, signal) {
      requireSendable(text, [], { takesNul: false })
      if (text.trim() === '') throw new QueryFailed('Query is empty')
      // at its end, so that places in the text stay what they are
      await runCypher(link, { statement: `${text}\n/* ${marker} */` }, sink, signal, end)
    },
    async ping(signal) {
      await ask(link, { statement: 'RETURN 1' }, signal)
    },
    tables: (signal) => readLabels(link, signal),
    async close() {},
  }
}

/** Ends what is left behind by a killed worker. */
export async function killNeo4jOrphan(
  stored: ConnectorOptions,
  host: ConnectorHost,
  { query_marker: marker }: BackendReference,
): Promise<void> {
  if (typeof marker !== 'string' || !/^sextant_[\da-f-]+$/.test(marker)) return
  await endTransactions(linkTo(stored, host), marker, AbortSignal.timeout(10_000))
}

function linkTo(stored: ConnectorOptions, host: ConnectorHost): Neo4jLink {
  const options = readNeo4jOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return { options, host }
}

async function ask(
  link: Neo4jLink,
  request: CypherRequest,
  signal: AbortSignal,
  limit = shortAnswer,
): Promise<string[][]> {
  const { sink, rows } = gatherAnswer(limit)
  await runCypher(link, request, sink, signal, async () => {})
  return rows as string[][]
}

/** Accounts see their own transactions, and may end them. */
async function endTransactions(link: Neo4jLink, marker: string, signal: AbortSignal): Promise<void> {
  const statement =
    'SHOW TRANSACTIONS YIELD transactionId, currentQuery WHERE currentQuery CONTAINS $marker RETURN transactionId'
  const found = await ask(link, { statement, parameters: { marker } }, signal)
  const ids = found.flatMap(([id]) => (id === undefined ? [] : [JSON.parse(id) as string]))
  if (ids.length === 0) return
  await ask(link, { statement: 'TERMINATE TRANSACTIONS $ids', parameters: { ids } }, signal)
}

/** A table for each label, and one for each type of relationship, with their properties. */
async function readLabels(link: Neo4jLink, signal: AbortSignal): Promise<SchemaTable[]> {
  const tables = new Map<string, Map<string, string>>()
  const note = (names: readonly string[], property: string | null, types: readonly string[]) => {
    for (const name of names) {
      const columns = tables.get(name) ?? new Map<string, string>()
      tables.set(name, columns)
      if (property !== null) columns.set(property, types.join(' or '))
    }
  }
  const nodes = await ask(
    link,
    {
      statement:
        'CALL db.schema.nodeTypeProperties() YIELD nodeLabels, propertyName, propertyTypes RETURN nodeLabels, propertyName, propertyTypes',
    },
    signal,
    listOfTables,
  )
  for (const row of nodes) note(listIn(row[0]), textIn(row[1]), listIn(row[2]))
  const relationships = await ask(
    link,
    {
      statement:
        'CALL db.schema.relTypeProperties() YIELD relType, propertyName, propertyTypes RETURN relType, propertyName, propertyTypes',
    },
    signal,
    listOfTables,
  )
  for (const row of relationships) {
    // the name is quoted: :`KNOWS`
    note([(textIn(row[0]) ?? '').replaceAll('`', '')], textIn(row[1]), listIn(row[2]))
  }
  return [...tables]
    .map(([name, columns]) => ({
      name,
      columns: [...columns]
        .map(([column, type]) => ({ name: column, ...(type === '' ? {} : { type }) }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function listIn(json: string | null | undefined): string[] {
  const value: unknown = JSON.parse(json ?? 'null')
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? [value] : []
}

function textIn(json: string | null | undefined): string | null {
  const value: unknown = JSON.parse(json ?? 'null')
  return typeof value === 'string' ? value : null
}
