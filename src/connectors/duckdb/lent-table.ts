import type { DuckDBConnection, DuckDBVector } from '@duckdb/node-api'
import { rowPrefixes, scanRows } from '#shared/results/row-scanner.ts'
import { tableColumnNames } from '#shared/results/table-columns.ts'
import { EngineError } from '../engine-child.ts'
import type { LentTable } from '../engine-protocol.ts'
import { type PutCell, putCell } from './lent-cells.ts'
import { declaredType, type LentType, type TypeEvidence, typeEvidence, typeText } from './lent-types.ts'
import { quoted } from './quoted.ts'
import { readFrames } from './read-frames.ts'

/** A table with the names that its columns have in texts. */
export interface NamedTable extends LentTable {
  /** the names in the stored rows */
  stored: readonly string[]
}

export function nameColumns(table: LentTable): NamedTable {
  const stored = table.columns.map(({ name }) => name)
  const names = tableColumnNames(stored)
  const columns = table.columns.map(({ name, type }, index) => ({ name: names[index] ?? name, type }))
  return { ...table, columns, stored }
}

/** Reads the stored frames of the table from their beginning. */
type ReadFrames = () => AsyncIterable<Uint8Array>

/**
 * Fills the used columns of a table. The other ones are there as well, but empty, so that `*`, names and places mean
 * the same as in the whole table.
 */
export async function createTable(
  connection: DuckDBConnection,
  table: NamedTable,
  used: ReadonlySet<number>,
  frames: ReadFrames,
): Promise<void> {
  const places = [...used].sort((a, b) => a - b)
  const types = await learnTypes(table, places, frames)
  const rows = quoted(`rows of ${table.name}`)
  const slot = (place: number) => `c${places.indexOf(place)}`
  if (places.length === 0) {
    await connection.run(`create table ${rows} as select null as empty from range(${table.row_count})`)
  } else {
    const columns = places.map((place, index) => `${slot(place)} ${typeText(types[index] as LentType)}`)
    await connection.run(`create table ${rows} (${columns.join(', ')})`)
    await fill(connection, { table, places, types, frames })
  }
  const shown = table.columns.map(({ name, type }, place) =>
    used.has(place)
      ? `${slot(place)} as ${quoted(name)}`
      : `null::${typeText(declaredType(type))} as ${quoted(name)}`,
  )
  try {
    await connection.run(`create view ${quoted(table.name)} as select ${shown.join(', ')} from ${rows}`)
  } catch (error) {
    throw new EngineError(`Error creating table ${table.name}: ${(error as Error).message}`, null)
  }
}

/** Reads the rows once to choose types that lose no digits. Texts are not looked at. */
async function learnTypes(
  table: NamedTable,
  places: readonly number[],
  frames: ReadFrames,
): Promise<LentType[]> {
  const evidence = places.map((place) => typeEvidence(table.columns[place]?.type ?? null))
  if (evidence.some((each) => each !== null)) {
    const byPlace: (TypeEvidence | null | undefined)[] = []
    for (const [index, place] of places.entries()) byPlace[place] = evidence[index]
    const prefixes = rowPrefixes(table.stored)
    for await (const bytes of readFrames(frames)) {
      scanRows(bytes, prefixes, {
        cell: (column, kind, start, end) => byPlace[column]?.see(kind, bytes, start, end),
        endRow() {},
      })
    }
  }
  return evidence.map((each) => each?.type() ?? { name: 'VARCHAR' })
}

interface Filling {
  table: NamedTable
  places: readonly number[]
  types: readonly LentType[]
  frames: ReadFrames
}

/** Rows of a chunk, DuckDB's own measure. */
const chunkRows = 2048
/** Appended chunks become a part of the table that can leave the memory: DuckDB's row group. */
const flushChunks = 60

async function fill(connection: DuckDBConnection, { table, places, types, frames }: Filling): Promise<void> {
  const duckdb = await import('@duckdb/node-api')
  const appender = await connection.createAppender(`rows of ${table.name}`)
  const chunk = duckdb.DuckDBDataChunk.create(
    places.map((_, index) => appender.columnType(index)),
    chunkRows,
  )
  const puts: (PutCell | undefined)[] = []
  const slots: number[] = []
  for (const [index, place] of places.entries()) {
    puts[place] = putCell(duckdb, types[index] as LentType)
    slots[place] = index
  }
  const vectors: DuckDBVector[] = []
  let row = 0
  let appended = 0
  const begin = () => {
    chunk.reset()
    chunk.rowCount = chunkRows
    for (const index of places.keys()) vectors[index] = chunk.getColumnVector(index)
    row = 0
  }
  const append = () => {
    chunk.rowCount = row
    for (const vector of vectors) vector.flush()
    appender.appendDataChunk(chunk)
    if (++appended % flushChunks === 0) appender.flushSync()
    begin()
  }
  begin()
  const prefixes = rowPrefixes(table.stored)
  for await (const bytes of readFrames(frames)) {
    scanRows(bytes, prefixes, {
      cell(column, kind, start, end) {
        puts[column]?.(vectors[slots[column] as number] as DuckDBVector, row, kind, bytes, start, end)
      },
      endRow() {
        if (++row === chunkRows) append()
      },
    })
  }
  if (row > 0) append()
  appender.flushSync()
  appender.closeSync()
}
