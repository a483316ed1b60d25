import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from '../connector-errors.ts'
import { readStatements } from '../read-statements.ts'
import { requireSendable } from '../sendable-text.ts'
import {
  cancelOperation,
  closeSession,
  executeStatement,
  getColumns,
  type HiveLink,
  handleNamed,
  namesOf,
  type Operation,
  openSession,
} from './hive-calls.ts'
import { hiveDialect } from './hive-dialect.ts'
import { connectionFailure } from './hive-failures.ts'
import type { HiveOptions } from './hive-options.ts'
import { runOperation, runStatement } from './hive-run.ts'
import { connectHive } from './hive-transport.ts'

const closeMilliseconds = 2000
/** A cluster may have to start something for a session. */
const openMilliseconds = 120_000

export async function openHive(
  read: HiveOptions | Phrase,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Session> {
  if (isPhrase(read)) throw new ConnectionFailed(String(read))
  const options = read
  let link = await linked(options, host, signal)
  host.reportBackend(namesOf(link.session))
  const live = async (runSignal: AbortSignal) => {
    if (link.transport.isOpen()) return link
    link = await linked(options, host, runSignal)
    host.reportBackend(namesOf(link.session))
    return link
  }
  const collect = async (
    begin: (own: HiveLink, signal: AbortSignal) => Promise<Operation>,
    stopSignal: AbortSignal,
    limit: AnswerLimit = shortAnswer,
  ) => {
    const { sink, rows } = gatherAnswer(limit)
    const own = await live(stopSignal)
    await runOperation(own, (ownSignal) => begin(own, ownSignal), sink, stopSignal)
    // texts come as bytes
    return rows.map((row) => row.map((cell) => String(cell ?? '')))
  }
  return {
    async run(text, sink, runSignal, values = []) {
      await runText(await live(runSignal), text, values, sink, runSignal)
    },
    async ping(pingSignal) {
      await collect((own, ownSignal) => executeStatement(own, 'SELECT 1', ownSignal), pingSignal)
    },
    async tables(tablesSignal) {
      return tablesOf(
        await collect((own, ownSignal) => getColumns(own, '%', ownSignal), tablesSignal, listOfTables),
      )
    },
    async close() {
      await closeSession(link, AbortSignal.timeout(closeMilliseconds)).catch(() => {})
      link.transport.drop()
    },
  }
}

/** Throws ConnectionFailed, or the reason of the signal. */
async function linked(options: HiveOptions, host: ConnectorHost, signal: AbortSignal): Promise<HiveLink> {
  if (signal.aborted) throw stopReason(signal)
  try {
    const transport = await connectHive(options, host, signal)
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(openMilliseconds)])
      const session = await openSession(options, transport, limit)
      const link: HiveLink = {
        options,
        transport,
        session,
        async cancel(operation, ending) {
          if (transport.isOpen()) return await cancelOperation(transport, operation, ending)
          const other = await connectHive(options, host, ending)
          await cancelOperation(other, operation, ending).finally(other.drop)
        },
      }
      if (options.product === 'Impala' && options.database !== '') {
        const use = (own: AbortSignal) => executeStatement(link, `USE \`${options.database}\``, own)
        await runOperation(link, use, null, signal)
      }
      return link
    } catch (error) {
      transport.drop()
      throw error
    }
  } catch (error) {
    if (signal.aborted) throw stopReason(signal)
    throw connectionFailure(error, options)
  }
}

/** Ends the session of a worker that died; a server that reached over HTTP does not see that it did. */
export async function killHiveOrphan(
  options: HiveOptions | Phrase,
  host: ConnectorHost,
  { session, secret }: BackendReference,
): Promise<void> {
  if (isPhrase(options) || typeof session !== 'string' || typeof secret !== 'string') return
  const handle = handleNamed({ session, secret })
  if (handle === null) return
  const signal = AbortSignal.timeout(10_000)
  const transport = await connectHive(options, host, signal)
  try {
    await closeSession({ transport, session: handle }, signal)
  } catch (error) {
    // the server has no such session
    if (!(error instanceof QueryFailed)) throw error
  } finally {
    transport.drop()
  }
}

/** Words of statements that give rows. */
const returning = new Set([
  ...[
    'SELECT',
    'WITH',
    'SHOW',
    'DESCRIBE',
    'DESC',
    'EXPLAIN',
    'TABLE',
    'VALUES',
    'FROM',
    'MAP',
    'REDUCE',
    '(',
  ],
])

/** Runs the statements one by one. The last result counts. */
async function runText(
  link: HiveLink,
  text: string,
  values: readonly BoundValue[],
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) throw stopReason(signal)
  requireSendable(text, values, { takesNul: false })
  const statements = await readStatements(text, hiveDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  const found = statements.findLastIndex(({ first }) => returning.has(first))
  const target = found === -1 ? statements.length - 1 : found
  let hasResult = false
  for (const [index, statement] of statements.entries()) {
    const own = index === target ? sink : null
    const has = await runStatement(link, text, statement, values, own, signal)
    if (index === target) hasResult = has
  }
  if (!hasResult) throw new QueryFailed('No data was returned.')
}

/** Places in the answer of GetColumns, as JDBC has them. */
const [schemaAt, tableAt, columnAt, typeAt, remarksAt] = [1, 2, 3, 5, 11]

/** Tables of the schema `default` have no prefix. */
function tablesOf(rows: readonly (readonly string[])[]): SchemaTable[] {
  const tables = new Map<string, SchemaColumn[]>()
  for (const row of rows) {
    const [schema, table, name, type] = [row[schemaAt], row[tableAt], row[columnAt], row[typeAt]]
    if (table === undefined || name === undefined || table === '' || name === '') continue
    const full = schema === undefined || schema === '' || schema === 'default' ? table : `${schema}.${table}`
    const columns = tables.get(full) ?? []
    tables.set(full, columns)
    const description = row[remarksAt] ?? ''
    columns.push({
      name,
      ...(type === undefined || type === '' ? {} : { type: type.toLowerCase() }),
      ...(description === '' ? {} : { description }),
    })
  }
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  return [...tables].map(([name, columns]) => ({ name, columns: columns.sort(byName) })).sort(byName)
}
