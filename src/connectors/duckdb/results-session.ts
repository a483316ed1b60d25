import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { offsetAt, positionAt } from '#shared/sql/text-position.ts'
import type { ConnectorHost, LentResult, QueryLender, Session, Sink, WantedQuery } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { openEngineProcess } from '../engine-process.ts'
import type { LentTables } from '../table-lender.ts'
import type { Spill } from './results-child.ts'
import { readResultsText } from './results-text.ts'

/** If the worker names no folder: in tests and connection tests. */
const spillMegabytes = 1024

/** A session of Query Results; it has a folder of its own for what does not fit into memory. */
export async function openResults(host: ConnectorHost, signal: AbortSignal): Promise<Session> {
  const spill = await makeSpill(host)
  const removeSpill = () => rm(spill.folder, { recursive: true, force: true, maxRetries: 3 })
  const program = {
    child: new URL('./results-child.ts', import.meta.url),
    ...{ path: ':memory:', subject: JSON.stringify(spill), packages: ['@duckdb'], isNative: true, host },
  }
  try {
    const engine = await openEngineProcess(program, signal)
    return {
      ping: (until) => engine.ping(until),
      tables: async () => null,
      async run(text, sink, until, values = []) {
        const read = readResultsText(text, values)
        const lent = lend(host.queries, read.tables, sink, until)
        try {
          await engine.run(read.text, sink, until, read.values, lent)
        } catch (error) {
          if (!(error instanceof QueryFailed) || error.position === null) throw error
          const offset = read.originalOffset(offsetAt(read.text, error.position))
          throw new QueryFailed(error.message, { position: positionAt(text, offset), cause: error })
        }
      },
      async close() {
        await engine.close()
        await removeSpill()
      },
    }
  } catch (error) {
    await removeSpill()
    throw error
  }
}

/** The results that the text reads, requested once it was found to be readable. */
function lend(
  queries: QueryLender | undefined,
  tables: ReadonlyMap<string, WantedQuery>,
  sink: Sink,
  signal: AbortSignal,
): LentTables {
  let results: LentResult[] = []
  return {
    async tables() {
      if (tables.size === 0) return []
      if (queries === undefined) throw new Error('Query Results was opened without queries to read.')
      results = await queries.lend([...tables.values()], signal)
      return [...tables.keys()].map((name, index) => {
        const { columns = [], row_count = 0, truncated = false } = results[index] ?? {}
        if (truncated)
          sink.log(`${name} has only the first ${row_count} rows: a limit of its data source was reached.`)
        return { name, columns: columns.map((column) => ({ ...column })), row_count }
      })
    },
    frames(table) {
      const result = results[table]
      if (result === undefined) throw new Error('The engine asked for a table that it was not lent.')
      return result.frames()
    },
  }
}

async function makeSpill({ spill }: ConnectorHost): Promise<Spill> {
  const parent = spill?.folder ?? tmpdir()
  await mkdir(parent, { recursive: true })
  if (spill !== undefined) await removeLeftovers(parent)
  const folder = await mkdtemp(join(parent, `${owner()}.`))
  return { folder, megabytes: spill?.megabytes ?? spillMegabytes }
}

/** The name of a folder says whose it is, so that what a killed worker leaves is removed. */
function owner(): string {
  return `results.${hostname()}.${process.pid}`
}

async function removeLeftovers(parent: string): Promise<void> {
  const own = `results.${hostname()}.`
  for (const name of await readdir(parent)) {
    const pid = Number(name.slice(own.length).split('.')[0])
    if (!name.startsWith(own) || !(pid > 0) || isAlive(pid)) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // it exists, but belongs to another user
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
