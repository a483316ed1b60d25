import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { SqlDialect } from '#shared/sql/scan-sql.ts'
import { listOfTables } from '../answer.ts'
import type { CellEncoder } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { type Engine, EngineError, type EngineRun, serveEngine } from '../engine-child.ts'
import type { EngineCell } from '../engine-protocol.ts'
import { readStatements } from '../read-statements.ts'
import { requireColumns } from '../result-limits.ts'
import { rowBatch } from '../row-batch.ts'
import type { VendorOptions, VendorSubject } from './vendor-options.ts'

export interface VendorColumn {
  name: string
  type: ColumnType
  encode: CellEncoder
  /** the package reads it as a double: digits beyond 15 are lost */
  isRounded?: boolean
}

/** The answer to one statement; without columns there are no rows. */
export interface VendorAnswer {
  columns: VendorColumn[]
  rows: AsyncIterable<readonly (readonly unknown[])[]>
  close(): Promise<void>
}

/** A connection of a vendor's package. */
export interface VendorLink {
  ask(statement: string): Promise<VendorAnswer>
}

export interface VendorDriver {
  /** of the package, loaded from the operator's folder */
  name: string
  dialect: SqlDialect
  ping: string
  /** schema, table, column, type */
  columns: string
  connect(loaded: unknown, options: VendorOptions): Promise<VendorLink>
}

/** First words of statements with a result. */
const answering = new Set(['SELECT', 'WITH', 'VALUES', 'CALL', 'SHOW', 'EXPLAIN', '('])

/** Serves a vendor's package in the process of a session. */
export function serveVendor(driver: VendorDriver): void {
  serveEngine(async (subject) => {
    const { folder, options } = JSON.parse(subject) as VendorSubject
    const link = await driver.connect(load(driver.name, folder), options).catch((error: unknown) => {
      // a driver manager may show the whole connection string
      const { password } = options
      const told = messageOf(error)
      throw new ConnectionFailed(password === '' ? told : told.replaceAll(password, '--------'))
    })
    const engine: Engine = {
      async ping() {
        for await (const _ of (await run(link, driver, driver.ping)).batches) {
        }
      },
      tables: () => readTables(link, driver),
      run: (text) => run(link, driver, text),
    }
    return engine
  })
}

function load(name: string, folder: string): unknown {
  try {
    return createRequire(join(folder, 'sextant.cjs'))(join(folder, name))
  } catch (error) {
    throw new ConnectionFailed(
      `The package "${name}" is installed, but it cannot be loaded: ${messageOf(error)}`,
    )
  }
}

/** Statements are sent one by one. The last result counts. */
async function run(link: VendorLink, { dialect }: VendorDriver, text: string): Promise<EngineRun> {
  const statements = await readStatements(text, dialect)
  if (statements.length === 0) throw new EngineError('Query is empty', null)
  const chosen = statements.findLastIndex(({ first }) => answering.has(first))
  const ask = (index: number) =>
    link.ask(statements[index]?.text ?? '').catch((error: unknown) => {
      throw new EngineError(messageOf(error), null)
    })
  const pass = async (from: number, to: number) => {
    for (let index = from; index < to; index++) await (await ask(index)).close()
  }
  if (chosen === -1) {
    await pass(0, statements.length)
    return { columns: null, batches: [] }
  }
  await pass(0, chosen)
  const answer = await ask(chosen)
  requireColumns(answer.columns.map(({ name }) => name))
  const rounded = answer.columns.filter(({ isRounded }) => isRounded).map(({ name }) => JSON.stringify(name))
  let notes = rounded.length === 0 ? [] : [roundedNote(rounded.join(', '))]
  return {
    columns: answer.columns.length === 0 ? null : answer.columns.map(({ name, type }) => ({ name, type })),
    batches: batchesOf(answer, () => pass(chosen + 1, statements.length)),
    notes() {
      const taken = notes
      notes = []
      return taken
    },
  }
}

const roundedNote = (names: string) =>
  `The driver reads numbers with 15 digits. To see all digits of ${names}, write CAST(… AS VARCHAR(50)).`

async function* batchesOf(answer: VendorAnswer, after: () => Promise<void>): AsyncGenerator<EngineCell[][]> {
  const batch = rowBatch()
  const encoders = answer.columns.map(({ encode }) => encode)
  try {
    for await (const rows of answer.rows) {
      for (const row of rows) {
        const cells = encoders.map((encode, at) => {
          const cell = row[at]
          return cell === null || cell === undefined ? null : encode(cell)
        })
        const full = batch.add(cells)
        if (full !== null) yield full
      }
    }
  } catch (error) {
    throw error instanceof EngineError || error instanceof Error
      ? new EngineError(messageOf(error), null)
      : error
  }
  const rest = batch.rest()
  if (rest.length > 0) yield rest
  await answer.close()
  await after()
}

async function readTables(link: VendorLink, driver: VendorDriver): Promise<SchemaTable[]> {
  const answer = await link.ask(driver.columns)
  const tables = new Map<string, SchemaTable>()
  let count = 0
  for await (const rows of answer.rows) {
    count += rows.length
    if (count > listOfTables.rows) throw new EngineError(listOfTables.message, null)
    for (const row of rows) {
      const [schema, table, name, type] = row.map((cell) => String(cell).trim())
      const fullName = `${schema}.${table}`
      const found = tables.get(fullName) ?? { name: fullName, columns: [] }
      tables.set(fullName, found)
      found.columns.push({ name: String(name), type: String(type) })
    }
  }
  await answer.close()
  for (const { columns } of tables.values()) columns.sort((one, other) => (one.name < other.name ? -1 : 1))
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** What the server says, without the stack and the names of the package. */
function messageOf(error: unknown): string {
  const { odbcErrors, message } = error as { odbcErrors?: { message?: string }[]; message?: string }
  const told =
    odbcErrors?.map((one) => one.message ?? '').find((one) => one !== '') ?? message ?? String(error)
  return told.replace(/^(?:\s*\[[^\]]*\])+\s*/, '').trim() || told
}
