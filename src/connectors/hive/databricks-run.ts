import { setTimeout as delay } from 'node:timers/promises'
import { type BoundValue, valuesWithin } from '#shared/sql/bound-value.ts'
import type { ReadStatement } from '#shared/sql/split-statements.ts'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import type { Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { textOf } from '../http-answer.ts'
import { cutObject, readString } from '../json-cut.ts'
import { type RemoteRun, runRemoteJob, untilAborted } from '../remote-run.ts'
import type { Disposition } from './databricks-options.ts'
import {
  type AnswerEnd,
  readAnswer,
  readChunks,
  type StatementReading,
  statementReading,
} from './databricks-result.ts'
import { callDatabricks, type DatabricksLink, DatabricksRefusal } from './databricks-service.ts'
import { writtenStatement } from './hive-dialect.ts'
import { placeIn } from './spark-place.ts'

/** Where names without a prefix are found: a statement leaves nothing else to the next one. */
export interface DefaultPlace {
  catalog?: string
  schema?: string
}

/** The service answers to the beginning of a statement at once. */
const beginMilliseconds = 60_000
const firstPause = 50
const maxPause = 1000
const maxAnswer = 1_000_000
const answerTooLong = 'Databricks answered to the beginning of a statement with more than 1 MB.'

export const pathOf = (id: string) => `/api/2.0/sql/statements/${encodeURIComponent(id)}`

export interface StatementOfText {
  text: string
  statement: ReadStatement
  values: readonly BoundValue[]
  place: DefaultPlace
  disposition: Disposition
}

/** Runs one statement of a text, and reads its result if there is a sink for it. */
export async function runStatement(
  link: DatabricksLink,
  { text, statement, values, place, disposition }: StatementOfText,
  sink: Sink | null,
  signal: AbortSignal,
  report: (id: string) => void = () => {},
): Promise<void> {
  const written = writtenStatement(statement.text, valuesWithin(values, statement))
  const body = {
    statement: written.text,
    warehouse_id: link.options.warehouse,
    ...place,
    // the answer comes at once, and with the id of the statement, so that it can be ended
    ...{ wait_timeout: '0s', disposition, format: 'JSON_ARRAY' },
  }
  try {
    await runRemoteJob(signal, canceller(link), async (run, started) => {
      // goes on when the run is stopped: only with its id can the statement be cancelled
      const begun = begin(link, body)
      started(begun)
      const id = await untilAborted(begun, run.signal)
      report(id)
      await readStatement(link, id, sink, run)
    })
  } catch (error) {
    if (!(error instanceof StatementFailed)) throw error
    const found = placeIn(error.message)
    if (found === null) throw error
    const offset = statement.start + written.originalOffset(offsetAt(written.text, found))
    throw new QueryFailed(error.message, { position: positionAt(text, offset), cause: error })
  }
}

/** Reads the result of a statement that an earlier worker has begun. False: the service does not have it. */
export async function continueStatement(
  link: DatabricksLink,
  id: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<boolean> {
  return await runRemoteJob(signal, canceller(link), async (run, started) => {
    started(Promise.resolve(id))
    try {
      await readStatement(link, id, sink, run)
      return true
    } catch (error) {
      if (error instanceof ResultGone || isUnknown(error)) return false
      throw error
    }
  })
}

function isUnknown(error: unknown): boolean {
  return error instanceof DatabricksRefusal && error.status === 404
}

/** The statement ended with an error. */
class StatementFailed extends QueryFailed {}
/** The service no longer keeps the result. */
class ResultGone extends QueryFailed {}

const canceller = (link: DatabricksLink) => (id: string, signal: AbortSignal) =>
  cancelStatement(link, id, signal)

export async function cancelStatement(link: DatabricksLink, id: string, signal: AbortSignal): Promise<void> {
  await (await callDatabricks(link, `${pathOf(id)}/cancel`, {}, signal)).body?.cancel()
}

async function begin(link: DatabricksLink, body: object): Promise<string> {
  const signal = AbortSignal.timeout(beginMilliseconds)
  const reply = await callDatabricks(link, '/api/2.0/sql/statements', body, signal).catch(
    (error: unknown) => {
      if (!isUnknown(error)) throw error
      throw new ConnectionFailed(`${(error as Error).message} Is HTTP Path right?`, error)
    },
  )
  const members = cutObject(await textOf(reply, maxAnswer, answerTooLong))
  const id = readString(members.get('statement_id') ?? '')
  if (id === null || !/^[\w-]{1,100}$/.test(id))
    throw new QueryFailed('Databricks sent no id of the statement.')
  return id
}

async function readStatement(
  link: DatabricksLink,
  id: string,
  sink: Sink | null,
  run: RemoteRun,
): Promise<void> {
  const reading = statementReading(sink)
  const first = await untilSucceeded(link, id, reading, run)
  if (sink === null) return
  await readChunks(link, pathOf(id), first, reading, run)
  await reading.finish()
}

/** Asks until the statement has ended. The last answer has the beginning of the result. */
async function untilSucceeded(
  link: DatabricksLink,
  id: string,
  reading: StatementReading,
  run: RemoteRun,
): Promise<AnswerEnd> {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, maxPause)) {
    const reply = await callDatabricks(link, pathOf(id), undefined, run.signal)
    const answer = await readAnswer(reply, ['result'], reading, run)
    const { state, message } = reading.status()
    switch (state) {
      case 'SUCCEEDED':
        return answer
      case 'PENDING':
      case 'RUNNING':
        break
      case 'CLOSED':
        throw new ResultGone('Databricks no longer keeps the result of this statement. Please run it again.')
      case 'CANCELED':
        throw new QueryFailed(message ?? 'The statement was cancelled in Databricks.')
      default:
        throw new StatementFailed(message ?? `Databricks says that the statement has ended as ${state}.`)
    }
    await delay(pause, undefined, { signal: run.signal })
  }
}
