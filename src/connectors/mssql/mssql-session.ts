import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { Session } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { connectMssql } from './mssql-connection.ts'
import type { MssqlOptions } from './mssql-options.ts'
import { runMssql } from './mssql-run.ts'
import {
  type ColumnRow,
  columnsText,
  type DescriptionRow,
  descriptionsText,
  type KeyRow,
  keysText,
  tablesOf,
} from './mssql-schema.ts'

export async function openMssql(options: MssqlOptions | Phrase, signal: AbortSignal): Promise<Session> {
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  const server = await connectMssql(options, signal)
  const collect = async (text: string, stopSignal: AbortSignal, limit: AnswerLimit = shortAnswer) => {
    const { sink, rows } = gatherAnswer(limit)
    await runMssql(server, text, sink, stopSignal)
    return rows
  }
  /** for facts that some relatives of SQL Server do not have */
  const collectIfKnown = async (text: string, stopSignal: AbortSignal) => {
    try {
      return await collect(text, stopSignal, listOfTables)
    } catch (error) {
      if (error instanceof QueryFailed && !stopSignal.aborted) return []
      throw error
    }
  }
  return {
    run: (text, sink, runSignal, values) => runMssql(server, text, sink, runSignal, values),
    async ping(pingSignal) {
      await collect('SELECT 1', pingSignal)
    },
    async tables(tablesSignal) {
      const columns = await collect(columnsText, tablesSignal, listOfTables)
      const descriptions = await collectIfKnown(descriptionsText, tablesSignal)
      const keys = await collectIfKnown(keysText, tablesSignal)
      return tablesOf(
        columns as unknown as ColumnRow[],
        descriptions as unknown as DescriptionRow[],
        keys as unknown as KeyRow[],
      )
    },
    async close() {
      server.drop()
    },
  }
}
