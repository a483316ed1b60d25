import { QueryFailed } from '../../../connector-errors.ts'

/** A type of DuckDB by its name, or what it is made of. */
export type LogType = string | { struct: LogField[] } | { list: LogType } | { map: [LogType, LogType] }

/** A column, or a field inside one, as the log of a table describes it. */
export interface LogField {
  name: string
  /** how the column is found in a file: by its id if the table has ids, otherwise by this name */
  stored: string
  id: number | null
  type: LogType
}

export interface LogColumn extends LogField {
  /** for a partition column, whose values the log holds: its index in `LogFile.partition`; null: the files have it */
  partition: number | null
}

/** The rows of a file that are deleted, as Delta Lake stores them. */
export interface DeletionVector {
  /** where the vector is: in a file, or inline in this text */
  kind: 'file' | 'inline'
  place: string
  offset: number
  size: number
  count: number
}

/** What a log says about the table. */
export interface LogHeader {
  columns: LogColumn[]
  by: 'id' | 'name'
}

/** A file of the table. Its path is as the log has it, and still has to be checked by `path-in-folder.ts`. */
export interface LogFile {
  path: string
  partition: (string | null)[]
  /** the sequence number: deletes with a lower one are older than the file, and do not apply to it */
  sequence: number
  vector: DeletionVector | null
}

/** More than the folder of a data source may hold. */
export const maxLogFiles = 100_000

const maxDepth = 30

/** Bounds the depth of a column type from an untrusted log. */
export function requireShallow(depth: number): void {
  if (depth > maxDepth) throw new QueryFailed(`A column is nested more than ${maxDepth} times.`)
}

/** The text of the type in SQL. */
export function logTypeText(type: LogType): string {
  if (typeof type === 'string') return type
  if ('list' in type) return `${logTypeText(type.list)}[]`
  if ('map' in type) return `MAP(${type.map.map(logTypeText).join(', ')})`
  return `STRUCT(${type.struct.map((field) => `"${field.name.replaceAll('"', '""')}" ${logTypeText(field.type)}`).join(', ')})`
}

/** Requires names that differ by more than case, because DuckDB ignores case. */
export function requireDistinct(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (name === '' || seen.has(name.toLowerCase()))
      throw new QueryFailed(`Two columns or fields have the name "${name}", or differ in case only.`)
    seen.add(name.toLowerCase())
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** DECIMAL with its digits, if DuckDB supports so many. */
export function decimalType(text: string): string | null {
  const [, width, scale] = /^decimal\(\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/.exec(text) ?? []
  const [digits, after] = [Number(width), Number(scale)]
  return digits >= 1 && digits <= 38 && after <= digits ? `DECIMAL(${digits},${after})` : null
}
