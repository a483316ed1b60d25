import type { ReadStatement } from '#shared/sql/split-statements.ts'
import type { Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from '../connector-errors.ts'
import { ConnectionLost } from '../http-answer.ts'
import { readStatements } from '../read-statements.ts'
import { requireSendable } from '../sendable-text.ts'
import { WireFault } from '../wire-fault.ts'
import { type AnswerState, readAnswer } from './vertica-answer.ts'
import { verticaDialect } from './vertica-dialect.ts'
import { refusalIn } from './vertica-failures.ts'
import { Silence, type VerticaLink } from './vertica-link.ts'
import { queryMessage } from './vertica-wire.ts'

/** First words of statements with a result; those that change rows tell how many. */
const answering = new Set([
  ...['SELECT', 'WITH', 'VALUES', 'TABLE', 'SHOW', 'EXPLAIN', 'PROFILE', 'AT', '('],
  ...['INSERT', 'UPDATE', 'DELETE', 'MERGE'],
])

/** Sends the statements one by one. The last result counts. */
export async function runVertica(
  link: VerticaLink,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  requireSendable(text, [], { takesNul: false })
  const statements = await readStatements(text, verticaDialect)
  if (statements.length === 0) throw new QueryFailed('Query is empty')
  const chosen = statements.findLastIndex(({ first }) => answering.has(first))
  let hasResult = false
  for (const [index, statement] of statements.entries()) {
    const target = index === chosen ? sink : null
    const answered = await runStatement(link, { text, statement }, { target, log: sink.log }, signal)
    if (index === chosen) hasResult = answered
  }
  if (!hasResult) throw new QueryFailed('No data was returned.')
}

/** Answers whether the statement had a result. */
async function runStatement(
  link: VerticaLink,
  { text, statement }: { text: string; statement: ReadStatement },
  to: { target: Sink | null; log: Sink['log'] },
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) throw stopReason(signal)
  if (!link.isOpen()) throw new ConnectionFailed('The connection to the server is closed.')
  const state: AnswerState = {
    hasResult: false,
    isOver: false,
    isEnough: false,
    sinkFailure: null,
    failure: null,
  }
  const ending = endingOf(link)
  const onAbort = () => {
    state.isOver = true
    ending.begin()
  }
  signal.addEventListener('abort', onAbort, { once: true })
  let broken: unknown = null
  try {
    link.send(queryMessage(statement.text))
    await readAnswer(link, to, state, ending.begin)
  } catch (error) {
    link.destroy()
    broken = error
  }
  signal.removeEventListener('abort', onAbort)
  await ending.finish()
  if (signal.aborted) throw stopReason(signal)
  if (state.sinkFailure !== null) throw state.sinkFailure.error
  if (state.isEnough && (broken !== null || state.failure?.state === cancelled)) return true
  if (state.failure !== null) throw refusalIn(state.failure, text, statement)
  if (broken !== null) throw asFailure(broken)
  return state.hasResult
}

const cancelled = '57014'

function asFailure(error: unknown): Error {
  if (error instanceof WireFault) return new QueryFailed(error.message, { cause: error })
  if (error instanceof QueryFailed) return error
  if (error instanceof Silence) {
    return new ConnectionFailed('The server has sent nothing for the time of the option Read Timeout.', error)
  }
  return new ConnectionLost(error)
}

/** If the statement has not ended after this time, the connection is closed (docs/reference/promises.md#r4: two seconds). */
const obeyMilliseconds = 1750

/** Cancels until the answer has come to its end; `finish` is called then. */
function endingOf(link: VerticaLink): { begin(): void; finish(): Promise<void> } {
  let isFinished = false
  let running: Promise<void> | null = null
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const run = async () => {
    const until = performance.now() + obeyMilliseconds
    const late = setTimeout(() => link.destroy(), obeyMilliseconds)
    let isSure = true
    while (!isFinished && link.isOpen() && performance.now() < until) {
      isSure = (await link.cancel()) && isSure
      if (!isFinished) await wait(isSure ? 50 : 250)
    }
    clearTimeout(late)
    // a request that is still on its way would end the next statement
    if (!isSure) link.destroy()
  }
  return {
    begin() {
      running ??= run()
    },
    async finish() {
      isFinished = true
      await running
    },
  }
}
