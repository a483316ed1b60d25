import { EngineError } from '../../../engine-child.ts'
import { literal, quoted } from '../../quoted.ts'
import { type LogField, type LogType, logTypeText } from './log-table.ts'
import type { StoredColumn } from './stored-columns.ts'

/** The SQL of a table column over the columns of a file, which may be older than a rename, a wider type or the column. */
export function storedExpression(
  field: LogField,
  stored: readonly StoredColumn[],
  by: 'id' | 'name',
): string {
  const found = findStored(field, stored, by)
  if (found === null) return `null::${logTypeText(field.type)}`
  return expressionOf({ type: field.type, stored: found, access: quoted(found.name), by, name: field.name })
}

/** Refuses column names that differ only in case: DuckDB would take one for the other. */
export function requireOneMeaning(stored: readonly StoredColumn[]): void {
  const names = new Set(stored.map(({ name }) => name.toLowerCase()))
  if (names.size < stored.length)
    throw new EngineError('A file has columns whose names differ in case only.', null)
}

function findStored(
  { id, stored: name }: LogField,
  stored: readonly StoredColumn[],
  by: 'id' | 'name',
): StoredColumn | null {
  if (by === 'name') return stored.find((each) => each.name === name) ?? null
  if (stored.some((each) => each.id === null))
    throw new EngineError('A file has columns without ids, so which is which is not certain.', null)
  const found = stored.filter((each) => each.id === id)
  if (found.length > 1) throw new EngineError('A file has an id twice.', null)
  return found[0] ?? null
}

interface Given {
  type: LogType
  stored: StoredColumn
  access: string
  by: 'id' | 'name'
  /** of the column, for errors */
  name: string
}

function expressionOf({ type, stored, access, by, name }: Given): string {
  const misfit = () =>
    new EngineError(
      `The column ${name} is ${stored.type ?? stored.kind} in a file, and ${logTypeText(type)} in the table.`,
      null,
    )
  if (typeof type === 'string') {
    if (stored.kind !== 'plain' || !fits(stored, type)) throw misfit()
    return `cast(${access} as ${type})`
  }
  // nested functions need names of their own
  const own = `item${access.length}`
  if ('list' in type) {
    const [item] = stored.parts
    if (stored.kind !== 'list' || item === undefined) throw misfit()
    const inner = expressionOf({ type: type.list, stored: item, access: own, by, name })
    return `list_transform(${access}, lambda ${own}: ${inner})`
  }
  if ('map' in type) {
    const [key, value] = stored.parts
    if (stored.kind !== 'map' || key === undefined || value === undefined) throw misfit()
    const [keyType, valueType] = type.map
    const pair = [
      `'key': ${expressionOf({ type: keyType, stored: key, access: `${own}.key`, by, name })}`,
      `'value': ${expressionOf({ type: valueType, stored: value, access: `${own}.value`, by, name })}`,
    ]
    return `map_from_entries(list_transform(map_entries(${access}), lambda ${own}: {${pair.join(', ')}}))`
  }
  if (stored.kind !== 'struct') throw misfit()
  requireOneMeaning(stored.parts)
  const fields = type.struct.map((field) => {
    const found = findStored(field, stored.parts, by)
    const part = found === null ? '' : `struct_extract(${access}, ${literal(found.name)})`
    const value =
      found === null
        ? `null::${logTypeText(field.type)}`
        : expressionOf({ type: field.type, stored: found, access: part, by, name })
    return `${quoted(field.name)} := ${value}`
  })
  return `case when ${access} is null then null else struct_pack(${fields.join(', ')}) end`
}

const integers = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT']

/** Whether every value of the file's type fits the table's type: the same type, or a wider one. */
function fits({ type, isOldTime }: StoredColumn, wanted: string): boolean {
  if (type === wanted) return true
  if (type === null) return false
  // the cast fails for a number that is too large
  if (integers.includes(type) && integers.includes(wanted)) return true
  if (type === 'FLOAT' && wanted === 'DOUBLE') return true
  if (isOldTime) return /^TIMESTAMP(?: WITH TIME ZONE)?$/.test(wanted)
  const [, digits, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? []
  const [, wantedDigits, wantedScale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(wanted) ?? []
  return scale !== undefined && scale === wantedScale && Number(digits) <= Number(wantedDigits)
}
