import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnType } from '#shared/results/results-api.ts'
import { EngineError, type EngineRun, serveEngine } from '../../engine-child.ts'
import type { EngineCell } from '../../engine-protocol.ts'
import { requireColumns } from '../../result-limits.ts'
import { allowOnly, sameZone } from '../duckdb-confinement.ts'
import { runTexts } from '../duckdb-run.ts'
import { declaredType, typeText } from '../lent-types.ts'
import { literal, quoted } from '../quoted.ts'
import type { FileRequest } from './files-child.ts'

/**
 * Reads one Parquet file with DuckDB. No text of a person runs here, and the database can open this file only: what the
 * file says about itself is not trusted.
 */
serveEngine((path, memoryMb) => ({
  ping: () => {},
  tables: () => [],
  async run(text) {
    const { types = [] }: FileRequest = JSON.parse(text)
    const { DuckDBInstance } = await import('@duckdb/node-api')
    const instance = await DuckDBInstance.create(':memory:', {
      temp_directory: '',
      memory_limit: `${memoryMb}MB`,
      threads: '1',
    })
    const connection = await instance.connect()
    await confine(connection, path)
    return await readFile(connection, path, types)
  },
}))

async function confine(connection: DuckDBConnection, path: string): Promise<void> {
  await allowOnly(connection, 'allowed_paths', path)
  for (const statement of [...sameZone, 'set lock_configuration = true']) await connection.run(statement)
}

async function readFile(
  connection: DuckDBConnection,
  path: string,
  types: readonly (ColumnType | null)[],
): Promise<EngineRun> {
  const source = `read_parquet([${literal(path)}], hive_partitioning = false)`
  const described = await connection
    .runAndReadAll(`select column_name from (describe select * from ${source})`)
    .catch((error: Error) => {
      throw new EngineError(`The file is not Parquet, or it is damaged: ${withoutPath(error, path)}`, null)
    })
  const names = described.getRows().map(([name]) => String(name))
  requireColumns(names)
  const columns = names.map((name, at) => {
    const type = types[at]
    return type ? `${quoted(name)}::${typeText(declaredType(type))} as ${quoted(name)}` : quoted(name)
  })
  try {
    const run = await runTexts(connection, `select ${columns.join(', ')} from ${source}`, [])
    return { ...run, batches: namingTheFile(run.batches, path) }
  } catch (error) {
    throw new EngineError(withoutPath(error as Error, path), null)
  }
}

async function* namingTheFile(batches: EngineRun['batches'], path: string): AsyncGenerator<EngineCell[][]> {
  try {
    yield* batches
  } catch (error) {
    throw new EngineError(withoutPath(error as Error, path), null)
  }
}

/** Neither the place of the file on this machine nor our own text is for the person who has sent it. */
function withoutPath({ message }: Error, path: string): string {
  const [reason = ''] = message.split(/\n+LINE \d+:/)
  return reason.replaceAll(path, 'the file')
}
