import { QueryFailed } from '../../../connector-errors.ts'

/** A type of DuckDB by its name, or what it is made of. */
export type LogType = string | { struct: LogField[] } | { list: LogType } | { map: [LogType, LogType] }

/** A column, or a field inside one, as the log of a table describes it. */
export interface LogField {
  name: string
  /** how it is found in a file: by its id where the table has ids, else by this name */
  stored: string
  id: number | null
  type: LogType
}

export interface LogColumn extends LogField {
  /** the place of its value among those of a file, if it is not in the files themselves */
  partition: number | null
}

/** The rows of a file that are deleted, as Delta Lake stores them. */
export interface DeletionVector {
  /** where it is: in a file, or in this text itself */
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

/** A file of the table. Its path is that of the log: nobody has looked whether it leads out of the folder. */
export interface LogFile {
  path: string
  partition: (string | null)[]
  /** deletes with a lower number are older than the file */
  sequence: number
  vector: DeletionVector | null
}

/** More than the folder of a data source may hold. */
export const maxLogFiles = 100_000

const maxDepth = 30

/** A type of strangers has an end. */
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

/** The names are different in DuckDB, where case does not count. */
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

/** DECIMAL with its digits, if they are some that DuckDB has. */
export function decimalType(text: string): string | null {
  const [, width, scale] = /^decimal\(\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/.exec(text) ?? []
  const [digits, after] = [Number(width), Number(scale)]
  return digits >= 1 && digits <= 38 && after <= digits ? `DECIMAL(${digits},${after})` : null
}
