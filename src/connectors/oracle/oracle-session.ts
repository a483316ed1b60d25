import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { Session } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { connectOracle, type OracleLink } from './oracle-link.ts'
import type { OracleOptions } from './oracle-options.ts'
import { runOracle } from './oracle-run.ts'
import { columnsText, tablesOf } from './oracle-schema.ts'

/** What texts of dates and numbers look like must not depend on the account or on this machine. */
export const settingsText = [
  "ALTER SESSION SET TIME_ZONE = '+00:00' NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS'",
  "NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF'",
  "NLS_TIMESTAMP_TZ_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF TZR' NLS_NUMERIC_CHARACTERS = '.,'",
].join(' ')

export async function openOracle(options: OracleOptions | Phrase, signal: AbortSignal): Promise<Session> {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  let link: OracleLink | null = null
  /** the connection; a new one if the last run has ended it */
  const linked = async (stopSignal: AbortSignal) => {
    if (link?.isOpen() === true) return link
    const made = await connectOracle(options, stopSignal)
    try {
      await ask(made, settingsText, stopSignal)
    } catch (error) {
      await made.close()
      throw error
    }
    link = made
    return made
  }
  await linked(signal)
  return {
    async run(text, sink, runSignal) {
      await runOracle(await linked(runSignal), text, sink, runSignal)
    },
    async ping(pingSignal) {
      await ask(await linked(pingSignal), 'SELECT 1 FROM dual', pingSignal)
    },
    async tables(tablesSignal): Promise<SchemaTable[]> {
      return tablesOf(await ask(await linked(tablesSignal), columnsText, tablesSignal, listOfTables))
    },
    async close() {
      await link?.close()
    },
  }
}

async function ask(
  link: OracleLink,
  text: string,
  signal: AbortSignal,
  limit: AnswerLimit = shortAnswer,
): Promise<(readonly unknown[])[]> {
  const { sink, rows } = gatherAnswer(limit)
  await runOracle(link, text, sink, signal)
  return rows
}
