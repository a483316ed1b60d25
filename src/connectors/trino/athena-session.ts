import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import type { RunEstimate } from '#shared/results/run-estimate-api.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { gatherAnswer, shortAnswer } from '../answer.ts'
import type { BackendReference, ConnectorHost, Session, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { actingAs } from '../credentials/aws-identity.ts'
import { AwsRefusal } from '../credentials/aws-request.ts'
import { readString } from '../json-cut.ts'
import { readStatements } from '../read-statements.ts'
import { requireSendable } from '../sendable-text.ts'
import type { AthenaOptions } from './athena-options.ts'
import { type AthenaLink, endQuery, followQuery, runQuery } from './athena-run.ts'
import { readAthenaTables } from './athena-schema.ts'
import { estimateOf, explainedText, planLimit } from './explained-io.ts'
import { trinoDialect } from './trino-dialect.ts'

/** Nothing is connected until the first request: each one is signed by itself. */
export async function openAthena(read: AthenaOptions | Phrase, host: ConnectorHost): Promise<Session> {
  const link = await linkTo(read, host)
  return {
    run: (text, sink, signal, values = []) => runAthena(link, text, sink, signal, values),
    async ping(signal) {
      await runQuery(link, 'SELECT 1', gatherAnswer(shortAnswer).sink, signal)
    },
    tables: (signal) => readAthenaTables(link, signal),
    estimate: (text, signal) => estimateAthena(link, text, signal),
    async close() {},
  }
}

async function linkTo(read: AthenaOptions | Phrase, host: ConnectorHost): Promise<AthenaLink> {
  if (isPhrase(read)) throw new ConnectionFailed(String(read))
  return { host, options: { ...read, identity: await actingAs(read.identity, host) } }
}

async function runAthena(
  link: AthenaLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
  values: readonly BoundValue[],
): Promise<void> {
  requireSendable(text, [], { takesNul: true })
  const [statement] = await readStatements(text, trinoDialect)
  if (statement === undefined) throw new QueryFailed('Query is empty')
  // Hive reads these, and takes a backslash in a literal for the begin of an escape
  if (!readByTrino.has(statement.first) && values.some(({ value }) => /['\\]/.test(value))) {
    throw new QueryFailed(
      `A value with a quote or a backslash cannot be part of a statement that begins with ${statement.first}.`,
    )
  }
  await runQuery(link, text, sink, signal)
}

/**
 * What Athena's plan of the statement tells. It has no bytes of files, which are what is billed: those depend on formats
 * and partitions, and are known when the query has read them. So no price is given.
 */
async function estimateAthena(link: AthenaLink, text: string, signal: AbortSignal): Promise<RunEstimate> {
  requireSendable(text, [], { takesNul: true })
  const explained = explainedText(text, await readStatements(text, trinoDialect))
  const { sink, rows } = gatherAnswer(planLimit)
  // an old plan would show old statistics
  const own = { ...link, options: { ...link.options, reuseMinutes: null } }
  try {
    await runQuery(own, explained.text, sink, signal)
  } catch (error) {
    throw explained.restored(error)
  }
  // each line of the plan is a row
  const plan = rows.map(([line]) => readString((line as string | null) ?? '') ?? '').join('\n')
  return estimateOf(plan)
}

const readByTrino = new Set([
  ...['SELECT', 'WITH', 'VALUES', 'TABLE', '(', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'UNLOAD', 'EXPLAIN'],
])

/** False: Athena does not know the query any more. */
export async function resumeAthena(
  read: AthenaOptions | Phrase,
  host: ConnectorHost,
  backend: BackendReference,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  const id = idIn(backend)
  if (id === null) return false
  return await followQuery(await linkTo(read, host), id, sink, signal)
}

/** Ends the query left behind by a killed worker. */
export async function killAthenaOrphan(
  read: AthenaOptions | Phrase,
  host: ConnectorHost,
  backend: BackendReference,
): Promise<void> {
  const id = idIn(backend)
  if (id === null) return
  await endQuery(await linkTo(read, host), id, AbortSignal.timeout(10_000)).catch((error: unknown) => {
    // it has ended, or is of another region that was entered since
    if (!(error instanceof AwsRefusal)) throw error
  })
}

function idIn({ query_execution_id: id }: BackendReference): string | null {
  return typeof id === 'string' && /^[\w-]{1,128}$/.test(id) ? id : null
}
