import { QueryFailed } from '../../../connector-errors.ts'
import {
  decimalType,
  isObject,
  type LogField,
  type LogHeader,
  type LogType,
  requireDistinct,
  requireShallow,
} from './log-table.ts'

/** Reader features that are supported here. */
const knownFeatures = new Set(['columnMapping', 'deletionVectors', 'timestampNtz', 'vacuumProtocolCheck'])

/** Refuses a table that requires an unknown feature: without it, the rows would be wrong. */
export function requireKnownProtocol(protocol: unknown): void {
  if (!isObject(protocol)) throw new QueryFailed('The log has no protocol.')
  const version = Number(protocol['minReaderVersion'])
  if (!(version >= 1 && version <= 3))
    throw new QueryFailed(
      `The table needs version ${version} of readers of Delta Lake. Versions 1 to 3 are read.`,
    )
  const features = version === 3 ? protocol['readerFeatures'] : []
  if (!Array.isArray(features)) throw new QueryFailed('The protocol of the log has no features.')
  const unknown = features.map(String).filter((feature) => !knownFeatures.has(feature))
  if (unknown.length > 0)
    throw new QueryFailed(`The table uses what is not supported of Delta Lake: ${unknown.join(', ')}.`)
}

const primitives: Readonly<Record<string, string>> = {
  ...{ string: 'VARCHAR', long: 'BIGINT', integer: 'INTEGER', short: 'SMALLINT', byte: 'TINYINT' },
  ...{ float: 'FLOAT', double: 'DOUBLE', boolean: 'BOOLEAN', binary: 'BLOB', date: 'DATE' },
  ...{ timestamp: 'TIMESTAMP WITH TIME ZONE', timestamp_ntz: 'TIMESTAMP' },
}

export interface DeltaHeader extends LogHeader {
  /** the partition keys of the log, in the order of the partition columns */
  partitionKeys: string[]
}

/** The columns by the newest `metaData` of the log. */
export function readDeltaHeader(metaData: unknown): DeltaHeader {
  if (!isObject(metaData)) throw new QueryFailed('The log has no metadata.')
  const { schemaString, partitionColumns, configuration } = metaData
  const mode = isObject(configuration)
    ? String(configuration['delta.columnMapping.mode'] ?? 'none').toLowerCase()
    : 'none'
  if (!['none', 'name', 'id'].includes(mode))
    throw new QueryFailed(`The table uses what is not supported of Delta Lake: column mapping by ${mode}.`)
  const fields = fieldsOf(parsed(schemaString), mode !== 'none', 0)
  const partitions = Array.isArray(partitionColumns) ? partitionColumns.map(String) : []
  const partitionKeys = partitions.map((name) => {
    const found = fields.find((field) => field.name === name)
    if (found === undefined) throw new QueryFailed(`The partition ${name} is not a column of the table.`)
    if (typeof found.type !== 'string' || found.type === 'BLOB')
      throw new QueryFailed(`The column ${name} has a type that partitions are not read of.`)
    return found.stored
  })
  const columns = fields.map((field) => {
    const place = partitions.indexOf(field.name)
    return { ...field, partition: place === -1 ? null : place }
  })
  if (mode === 'id' && fields.some(({ id }) => id === null))
    throw new QueryFailed('A column of the table has no id.')
  return { columns, by: mode === 'id' ? 'id' : 'name', partitionKeys }
}

function fieldsOf(struct: unknown, isMapped: boolean, depth: number): LogField[] {
  const given = isObject(struct) && struct['type'] === 'struct' ? struct['fields'] : null
  if (!Array.isArray(given) || given.length === 0) throw new QueryFailed('A structure has no fields.')
  const fields = given.map((field: unknown): LogField => {
    if (!isObject(field)) throw new QueryFailed('The schema of the log is damaged.')
    const name = String(field['name'])
    const metadata = isObject(field['metadata']) ? field['metadata'] : {}
    const stored = isMapped ? metadata['delta.columnMapping.physicalName'] : name
    if (typeof stored !== 'string') throw new QueryFailed(`The column ${name} has no name in the files.`)
    const id = isMapped ? Number(metadata['delta.columnMapping.id']) : Number.NaN
    return {
      name,
      stored,
      id: Number.isSafeInteger(id) ? id : null,
      type: typeOf(field['type'], isMapped, depth + 1),
    }
  })
  requireDistinct(fields.map(({ name }) => name))
  return fields
}

function typeOf(type: unknown, isMapped: boolean, depth: number): LogType {
  requireShallow(depth)
  if (typeof type === 'string') {
    const known = (Object.hasOwn(primitives, type) ? primitives[type] : null) ?? decimalType(type)
    if (known === null)
      throw new QueryFailed(`The table uses what is not supported of Delta Lake: the type ${type}.`)
    return known
  }
  if (!isObject(type)) throw new QueryFailed('The schema of the log is damaged.')
  switch (type['type']) {
    case 'struct':
      return { struct: fieldsOf(type, isMapped, depth) }
    case 'array':
      return { list: typeOf(type['elementType'], isMapped, depth + 1) }
    case 'map':
      return {
        map: [typeOf(type['keyType'], isMapped, depth + 1), typeOf(type['valueType'], isMapped, depth + 1)],
      }
    default:
      throw new QueryFailed(
        `The table uses what is not supported of Delta Lake: the type ${String(type['type'])}.`,
      )
  }
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch (error) {
    throw new QueryFailed('The schema of the log is damaged.', { cause: error })
  }
}
