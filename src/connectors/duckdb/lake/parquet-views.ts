import type { DuckDBConnection } from '@duckdb/node-api'
import { EngineError } from '../../engine-child.ts'
import type { LentParquet } from '../../engine-protocol.ts'
import { declaredType, typeText } from '../lent-types.ts'
import { literal, quoted } from '../quoted.ts'
import { createLogView, emptyLogTable, plannedLogTable } from './logs/log-views.ts'

/** How DuckDB names files as one table. The types of partitions are ours: they are those of all files, not of these. */
export function parquetSource(paths: readonly string[], { partitions }: LentParquet): string {
  const types = partitions.map(({ name, type }) => `${quoted(name)}: ${typeText(declaredType(type))}`)
  const hive =
    types.length === 0
      ? 'hive_partitioning = false'
      : `hive_partitioning = true, hive_types_autocast = false, hive_types = {${types.join(', ')}}`
  return `read_parquet([${paths.map(literal).join(', ')}], union_by_name = true, ${hive})`
}

/** The table over the stubs of these partitions, for plans. */
export function plannedTable(stubs: readonly string[], parquet: LentParquet): string {
  return parquet.log === undefined
    ? `select * from ${parquetSource(stubs, parquet)}`
    : plannedLogTable(stubs, parquet, parquet.log)
}

/** A table of the same columns, without rows, for plans. */
export function emptyTable(name: string, parquet: LentParquet): string {
  if (parquet.log !== undefined) return emptyLogTable(name, parquet.log)
  return `create table ${quoted(name)} as select * from ${parquetSource(parquet.stubs.slice(0, 1), parquet)} limit 0`
}

/** The table over these files. It has the columns of the stub too, when the files have fewer. */
export async function createParquetView(
  connection: DuckDBConnection,
  name: string,
  parquet: LentParquet,
  files: readonly number[],
): Promise<void> {
  const { log } = parquet
  if (log !== undefined) {
    await createLogView(connection, name, { log, parquet, files })
    return
  }
  const paths = files.flatMap((file) => parquet.files[file]?.path ?? [])
  const [stub = ''] = parquet.stubs
  // a file beside the stub, so that its folder says the partition
  const empty = `${stub}.empty.parquet`
  try {
    await connection.run(
      `copy (select * from ${parquetSource([stub], { ...parquet, partitions: [] })} limit 0) to ${literal(empty)} (format parquet)`,
    )
    await connection.run(
      `create view ${quoted(name)} as select * from ${parquetSource([empty, ...paths], parquet)}`,
    )
  } catch (error) {
    throw new EngineError(`The table ${name} cannot be read: ${(error as Error).message}`, null)
  }
}
