import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { firstSignificant } from '#shared/sql/scan-sql.ts'
import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from '../connector-errors.ts'
import { readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { requireSendable } from '../sendable-text.ts'
import { databricksDialect } from './databricks-dialect.ts'
import { databricksLevels } from './databricks-levels.ts'
import type { DatabricksOptions } from './databricks-options.ts'
import { cancelStatement, continueStatement, type DefaultPlace, runStatement } from './databricks-run.ts'
import { type DatabricksLink, DatabricksRefusal } from './databricks-service.ts'

/** Nothing is connected until the first request: the API has no sessions. */
export async function openDatabricks(
  read: DatabricksOptions | Phrase,
  host: ConnectorHost,
): Promise<Session> {
  const link: DatabricksLink = { options: understood(read), host }
  // for own questions, whose answers are short
  const asking: DatabricksLink = { ...link, options: { ...link.options, disposition: 'INLINE' } }
  return {
    run: (text, sink, signal, values = []) =>
      runText(link, { text, values, report: host.reportBackend }, sink, signal),
    async ping(signal) {
      const { sink } = gatherAnswer(shortAnswer)
      await runText(asking, { text: 'SELECT 1', values: [], report() {} }, sink, signal)
    },
    tables: async () => null,
    levels: databricksLevels(async (text, signal) => {
      const { sink, rows } = gatherAnswer(listOfTables)
      await runText(asking, { text, values: [], report() {} }, sink, signal)
      return rows.map((row) => row.map((cell) => readString((cell as string | null) ?? '') ?? ''))
    }),
    async close() {},
  }
}

interface TextToRun {
  text: string
  values: readonly BoundValue[]
  report(backend: BackendReference): void
}

/** The API takes one statement at a time. The result of the last one counts. */
async function runText(
  link: DatabricksLink,
  { text, values, report }: TextToRun,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) throw stopReason(signal)
  requireSendable(text, values, { takesNul: false })
  const statements = await readStatements(text, databricksDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  let place: DefaultPlace = {}
  for (const [index, statement] of statements.entries()) {
    const isLast = index === statements.length - 1
    const placeBehind = placeAfter(statement, place)
    if (!isLast && (statement.first === 'SET' || placeBehind === null)) throw new QueryFailed(endsWithIt)
    const { disposition } = link.options
    await runStatement(
      link,
      { text, statement, values, place, disposition },
      isLast ? sink : null,
      signal,
      (id) => report({ statement: isLast ? `last/${id}` : `early/${id}` }),
    )
    place = placeBehind ?? place
  }
}

const endsWithIt =
  'The API of Databricks has no sessions: what SET says ends with its statement, and USE reaches the statements behind it only with plain names.'

const use =
  /^use\s+(?:(catalog|schema|database|namespace)\s+)?(`(?:[^`]|``)+`|[\w-]+)(?:\s*\.\s*(`(?:[^`]|``)+`|[\w-]+))?\s*$/i

/** What `USE` says reaches the statements behind it, as in a session. null: it cannot be read. */
function placeAfter({ text, first: word }: ReadStatement, before: DefaultPlace): DefaultPlace | null {
  if (word !== 'USE') return before
  const start = firstSignificant(text, databricksDialect)?.start ?? 0
  const [, kind = '', first = '', second] = use.exec(text.slice(start)) ?? []
  if (first === '') return null
  if (kind.toLowerCase() === 'catalog') return { catalog: nameOf(first) }
  return second === undefined
    ? { ...before, schema: nameOf(first) }
    : { catalog: nameOf(first), schema: nameOf(second) }
}

function nameOf(written: string): string {
  return written.startsWith('`') ? written.slice(1, -1).replaceAll('``', '`') : written
}

/** Reads on in what an earlier worker has begun. False: the service does not have it. */
export async function resumeDatabricks(
  read: DatabricksOptions | Phrase,
  host: ConnectorHost,
  backend: BackendReference,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  const begun = statementIn(backend)
  if (begun === null) return false
  const link = { options: understood(read), host }
  if (begun.isLast) return await continueStatement(link, begun.id, sink, signal)
  // those behind it have not begun: all of them run again
  await cancelKnown(link, begun.id, signal)
  return false
}

export async function killDatabricksOrphan(
  read: DatabricksOptions | Phrase,
  host: ConnectorHost,
  backend: BackendReference,
): Promise<void> {
  const begun = statementIn(backend)
  if (begun === null) return
  await cancelKnown({ options: understood(read), host }, begun.id, AbortSignal.timeout(10_000))
}

async function cancelKnown(link: DatabricksLink, id: string, signal: AbortSignal): Promise<void> {
  try {
    await cancelStatement(link, id, signal)
  } catch (error) {
    // it has ended, or is forgotten
    if (!(error instanceof DatabricksRefusal)) throw error
  }
}

function statementIn({ statement }: BackendReference): { id: string; isLast: boolean } | null {
  const [, kind, id] = /^(last|early)\/([\w-]+)$/.exec(String(statement)) ?? []
  return id === undefined ? null : { id, isLast: kind === 'last' }
}

function understood(options: DatabricksOptions | Phrase): DatabricksOptions {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}
