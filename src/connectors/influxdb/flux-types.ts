import type { SinkColumn } from '../connector.ts'
import type { TextPosition } from '../connector-errors.ts'
import { jsonBoolean, jsonDouble, jsonInteger, jsonMoment, jsonString } from '../json-cells.ts'

/** What the values of a column are. */
export type FluxKind = 'integer' | 'float' | 'boolean' | 'time' | 'text'

/** By the name in `#datatype`; durations and bytes are texts. */
export function kindOf(type: string): FluxKind {
  if (type === 'long' || type === 'unsignedLong' || type === 'integer') return 'integer'
  if (type === 'double' || type === 'float') return 'float'
  if (type === 'boolean') return 'boolean'
  return type.startsWith('dateTime') ? 'time' : 'text'
}

/** Numbers together are `float`, other mixtures texts. */
export function widened(one: FluxKind, other: FluxKind): FluxKind {
  if (one === other) return one
  const isNumber = (kind: FluxKind) => kind === 'integer' || kind === 'float'
  return isNumber(one) && isNumber(other) ? 'float' : 'text'
}

export function columnOf(name: string, kind: FluxKind): SinkColumn {
  switch (kind) {
    case 'integer':
      return { name, type: 'integer', encode: jsonInteger }
    case 'float':
      return { name, type: 'float', encode: jsonDouble }
    case 'boolean':
      return { name, type: 'boolean', encode: jsonBoolean }
    case 'time':
      return { name, type: 'datetime', encode: jsonMoment }
    default:
      return { name, type: 'string', encode: jsonString }
  }
}

/** Errors of the compiler name a place: `@1:9-1:12`, or `loc 1:9-1:12`. */
export function positionIn(message: string): TextPosition | null {
  const [, line, column] = /(?:@|\bloc )(\d+):(\d+)-\d+:\d+/.exec(message) ?? []
  return line === undefined ? null : { line: Number(line), column: Number(column) }
}
