import { randomUUID } from 'node:crypto'
import { type BoundValue, replaceValues, valuesWithin } from '#shared/sql/bound-value.ts'
import type { ReadStatement } from '#shared/sql/split-statements.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { readStatements } from '../read-statements.ts'
import { runRemotely } from '../remote-run.ts'
import { requireSendable } from '../sendable-text.ts'
import { askForText, linkTo } from './elasticsearch-link.ts'
import { readElasticsearchTables } from './elasticsearch-schema.ts'
import { elasticSqlDialect, openSqlDialect } from './sql-dialects.ts'
import {
  elasticSqlRoute,
  esqlRoute,
  openSqlRoute,
  pageRows,
  pplRoute,
  type SqlRoute,
  versionOf,
} from './sql-routes.ts'
import { runSqlRequest, type SqlRequest } from './sql-run.ts'

type Version = Awaited<ReturnType<typeof versionOf>>

/** A type whose texts are SQL, or the piped language of the same server. */
export interface SqlFlavor {
  /** the requests for a text, one after the other; the last one has the result */
  requests(text: string, values: readonly BoundValue[], version: Version): Promise<SqlRequest[]>
}

export async function openElasticsearchSql(
  stored: ConnectorOptions,
  host: ConnectorHost,
  flavor: SqlFlavor,
): Promise<Session> {
  const link = linkTo(stored, host, `sextant_${randomUUID()}`)
  host.reportBackend({ request_name: link.name })
  return {
    async run(text, sink, signal, values = []) {
      requireSendable(text, values, { takesNul: true })
      if (text.trim() === '') throw new QueryFailed('Query is empty')
      const version = await runRemotely({ signal, end: async () => {} }, (run) => versionOf(link, run.signal))
      const requests = await flavor.requests(text, values, version)
      const last = requests.pop()
      if (last === undefined) throw new QueryFailed('Query is empty')
      for (const request of requests) await runSqlRequest(link, text, request, nowhere(), signal)
      await runSqlRequest(link, text, last, sink, signal)
    },
    async ping(signal) {
      await askForText(link, { method: 'GET', path: '/_cluster/health' }, signal)
    },
    tables: (signal) => readElasticsearchTables(link, signal),
    async close() {},
  }
}

function nowhere(): Sink {
  return { columns() {}, rows: async () => true, log() {}, metadata() {} }
}

/** The first words of ES|QL; SQL begins with others. */
const esql = /^(?:\s|\/\/[^\n]*\n)*(?:from|row|ts|show\s+info)\b/i

/** SQL of Elasticsearch, and ES|QL. */
export const elasticFlavor: SqlFlavor = {
  async requests(text, values, version) {
    if (esql.test(text)) {
      // values were found by the rules of SQL, whose quotes and comments are others
      if (values.length > 0) throw new QueryFailed(valuesInEsql)
      if (/--|\/\*/.test(text)) throw new QueryFailed(commentsInEsql)
      return [whole(esqlRoute, text)]
    }
    const route = elasticSqlRoute(version)
    const statements = await readStatements(text, elasticSqlDialect)
    return statements.map((statement) => withValues(route, statement, values))
  },
}

const valuesInEsql =
  'A text in single quotes is no value in ES|QL. Write texts in double quotes, without a parameter of the type text within single quotes.'

const commentsInEsql =
  'In ES|QL, write comments with // only: "--" and "/*" are not allowed here, also in texts.'

/** The first words of PPL. */
const ppl = /^\s*(?:search\b|source\s*=|index\s*=|describe\s+\S+\s*(?:\||$)|show\s+datasources\b)/i

/** SQL of the plug-in of OpenSearch and Open Distro, and PPL. */
export const openFlavor: SqlFlavor = {
  async requests(text, _values, version) {
    if (ppl.test(text)) return [whole(pplRoute(version), text)]
    const route = openSqlRoute(version)
    const statements = await readStatements(text, openSqlDialect)
    return statements.map(({ text: query, start }) => ({
      route,
      body: isPaged(query) ? { query, fetch_size: pageRows } : { query },
      originalOffset: (offset: number) => start + offset,
    }))
  },
}

/**
 * The plug-in reads in pages only what has neither groups nor joins nor functions, and needs an older engine for the
 * others. Without pages it cuts a result that has no LIMIT at 200 rows or more.
 */
function isPaged(statement: string): boolean {
  return !/\b(?:group|limit|join|distinct|union|having|minus)\b|\(/i.test(statement)
}

function whole(route: SqlRoute, query: string): SqlRequest {
  return { route, body: { query }, originalOffset: (offset) => offset }
}

/** Each value becomes a question mark, and is sent beside the text. */
function withValues(route: SqlRoute, statement: ReadStatement, all: readonly BoundValue[]): SqlRequest {
  const values = valuesWithin(all, statement)
  const { text: query, originalOffset } = replaceValues(statement.text, values, () => '?')
  const params = values.map(({ value }) =>
    route.parameters === 'typed' ? { type: 'keyword', value } : value,
  )
  return {
    route,
    body: { query, fetch_size: pageRows, ...(params.length === 0 ? {} : { params }) },
    originalOffset: (offset) => statement.start + originalOffset(offset),
  }
}
