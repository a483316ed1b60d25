import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { isPhrase } from '#shared/messages/phrase.ts'
import { type AnswerLimit, gatherAnswer, listOfTables, shortAnswer } from '../answer.ts'
import type { ConnectorHost, ConnectorOptions, Session, Sink } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { readString } from '../json-cut.ts'
import type { IgniteCell, ServerClock } from './ignite-cells.ts'
import { connectIgnite, type IgniteLink } from './ignite-link.ts'
import { type IgniteOptions, readIgniteOptions } from './ignite-options.ts'
import { type IgniteSeat, runIgnite } from './ignite-run.ts'

export async function openIgnite(
  stored: ConnectorOptions,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Session> {
  const options = understood(stored)
  const seat = seatOf(options, host)
  await seat.link(signal)
  return {
    run: (text, sink, runSignal) => runIgnite(seat, text, sink, runSignal),
    async ping(pingSignal) {
      await answers(seat, 'SELECT 1', pingSignal)
    },
    tables: async (tablesSignal) =>
      tablesOf(await answers(seat, columnsText, tablesSignal, listOfTables), options.schema),
    close: async () => seat.close(),
  }
}

/** Time for the server beyond the limit of a run, which ends it earlier. */
const graceMilliseconds = 10_000

function seatOf(
  options: IgniteOptions,
  { tunnel, maxSeconds }: ConnectorHost,
): IgniteSeat & { close(): void } {
  let link: IgniteLink | null = null
  let clock: ServerClock | null = null
  const self = {
    options,
    maxMilliseconds: maxSeconds === undefined ? 0 : maxSeconds * 1000 + graceMilliseconds,
    /** The connection; a new one if the last run has ended it. */
    async link(signal: AbortSignal) {
      if (link?.isOpen() !== true) link = await connectIgnite(options, tunnel, signal)
      return link
    },
    async clock(current: IgniteLink, signal: AbortSignal) {
      clock ??= await clockOf(current, options, signal)
      return clock
    },
    close: () => link?.close(),
  }
  return self
}

const utc: ServerClock = { date: 0, time: 0 }

/** A seat on a connection of its own, for questions of ours. */
function plainSeat(options: IgniteOptions, link: IgniteLink): IgniteSeat {
  return {
    options: { ...options, distributedJoins: false, enforceJoinOrder: false },
    maxMilliseconds: 0,
    link: async () => link,
    clock: async () => utc,
  }
}

/** Dates and times come as instants in the zone of the server: known ones show which zone that is. */
async function clockOf(link: IgniteLink, options: IgniteOptions, signal: AbortSignal): Promise<ServerClock> {
  const text = "SELECT TIMESTAMP '2000-01-01 00:00:00', TIMESTAMP '1970-01-01 00:00:00'"
  const [row] = await answers(plainSeat(options, link), text, signal)
  const [date, time] = (row ?? []).map((cell) => Date.parse(cell))
  if (date === undefined || time === undefined || Number.isNaN(date) || Number.isNaN(time)) {
    throw new ConnectionFailed('The server does not say what time zone it has.')
  }
  return { date: Date.UTC(2000, 0, 1) - date, time: -time }
}

async function answers(
  seat: IgniteSeat,
  text: string,
  signal: AbortSignal,
  limit: AnswerLimit = shortAnswer,
): Promise<string[][]> {
  const { sink, rows } = gatherAnswer(limit)
  const counted: Sink = {
    ...sink,
    rows: (batch) =>
      sink.rows(batch.map((row) => row.map((cell) => (cell as IgniteCell | null)?.json ?? ''))),
  }
  await runIgnite(seat, text, counted, signal)
  return rows.map((row) => row.map((cell) => readString(cell as string) ?? ''))
}

function understood(stored: ConnectorOptions): IgniteOptions {
  const options = readIgniteOptions(stored)
  if (isPhrase(options)) throw new ConnectionFailed(String(options))
  return options
}

const columnsText = `SELECT SCHEMA_NAME, TABLE_NAME, COLUMN_NAME, TYPE FROM SYS.TABLE_COLUMNS WHERE SCHEMA_NAME <> 'SYS' AND COLUMN_NAME NOT IN ('_KEY', '_VAL')`

/** The names that SQL has for the Java classes of the catalogue. */
const typeNames: Readonly<Record<string, string>> = {
  ...{ 'java.lang.Byte': 'TINYINT', 'java.lang.Short': 'SMALLINT', 'java.lang.Integer': 'INT' },
  ...{ 'java.lang.Long': 'BIGINT', 'java.lang.Float': 'REAL', 'java.lang.Double': 'DOUBLE' },
  ...{ 'java.math.BigDecimal': 'DECIMAL', 'java.lang.Boolean': 'BOOLEAN', 'java.lang.String': 'VARCHAR' },
  ...{ 'java.util.UUID': 'UUID', 'java.sql.Date': 'DATE', 'java.sql.Time': 'TIME' },
  ...{ 'java.sql.Timestamp': 'TIMESTAMP', '[B': 'BINARY' },
}

/** Tables of the configured schema go by their own name. */
function tablesOf(rows: readonly string[][], own: string): SchemaTable[] {
  const tables = new Map<string, SchemaTable>()
  for (const [schema = '', table = '', name = '', type = ''] of rows) {
    const fullName = schema === own ? table : `${schema}.${table}`
    const found = tables.get(fullName) ?? { name: fullName, columns: [] }
    tables.set(fullName, found)
    found.columns.push({ name, type: typeNames[type] ?? type })
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
