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

const primitives: Readonly<Record<string, string>> = {
  ...{ boolean: 'BOOLEAN', int: 'INTEGER', long: 'BIGINT', float: 'FLOAT', double: 'DOUBLE' },
  ...{ date: 'DATE', time: 'TIME', timestamp: 'TIMESTAMP', timestamptz: 'TIMESTAMP WITH TIME ZONE' },
  ...{ string: 'VARCHAR', uuid: 'UUID', binary: 'BLOB' },
}

/** What the metadata of a table says: its columns, and where the list of its files is. */
export interface IcebergHeader {
  header: LogHeader
  /** the address of the table when it was written: paths in the log begin with it */
  location: string
  /** null: nothing was ever written to it */
  manifestList: string | null
}

/** Reads `….metadata.json`. */
export function readIcebergMetadata(metadata: unknown): IcebergHeader {
  if (!isObject(metadata)) throw new QueryFailed('The metadata of the table is damaged.')
  const version = metadata['format-version']
  if (version !== 1 && version !== 2)
    throw new QueryFailed(`The table has version ${String(version)} of Iceberg. Versions 1 and 2 are read.`)
  const header: LogHeader = {
    columns: fieldsOf(currentSchema(metadata), 0).map((field) => ({ ...field, partition: null })),
    by: 'id',
  }
  const location = String(metadata['location'] ?? '').replace(/\/+$/, '')
  const snapshotId = metadata['current-snapshot-id']
  // -1: nothing was written yet. JSON rounds these 64-bit ids, but equal ids are rounded alike
  if (snapshotId === undefined || snapshotId === null || snapshotId === -1)
    return { header, location, manifestList: null }
  const snapshots = Array.isArray(metadata['snapshots']) ? metadata['snapshots'].filter(isObject) : []
  const current = snapshots.filter((snapshot) => snapshot['snapshot-id'] === snapshotId)
  if (current.length !== 1)
    throw new QueryFailed('The metadata of the table is damaged: its current snapshot is not there.')
  const list = current[0]?.['manifest-list']
  if (typeof list !== 'string')
    throw new QueryFailed('The table uses what is not supported of Iceberg: manifests without a list.')
  if (current[0]?.['key-id'] !== undefined)
    throw new QueryFailed('The table uses what is not supported of Iceberg: encryption.')
  return { header, location, manifestList: list }
}

function currentSchema(metadata: Record<string, unknown>): unknown {
  const { schemas, schema } = metadata
  const id = metadata['current-schema-id']
  if (!Array.isArray(schemas) || id === undefined) return schema
  return schemas.filter(isObject).find((each) => each['schema-id'] === id)
}

function fieldsOf(struct: unknown, depth: number): LogField[] {
  const given = isObject(struct) ? struct['fields'] : null
  if (!Array.isArray(given) || given.length === 0) throw new QueryFailed('A structure has no fields.')
  const fields = given.map((field: unknown): LogField => {
    if (!isObject(field) || !Number.isSafeInteger(field['id']))
      throw new QueryFailed('The metadata of the table is damaged: a column has no id.')
    if (field['initial-default'] !== undefined && field['initial-default'] !== null)
      throw new QueryFailed('The table uses what is not supported of Iceberg: defaults of columns.')
    const name = String(field['name'])
    return { name, stored: name, id: Number(field['id']), type: typeOf(field['type'], depth + 1) }
  })
  requireDistinct(fields.map(({ name }) => name))
  return fields
}

function typeOf(type: unknown, depth: number): LogType {
  requireShallow(depth)
  if (typeof type === 'string') {
    const plain = Object.hasOwn(primitives, type) ? primitives[type] : null
    const known = plain ?? decimalType(type) ?? (/^fixed\[\d+\]$/.test(type) ? 'BLOB' : null)
    if (known === null)
      throw new QueryFailed(`The table uses what is not supported of Iceberg: the type ${type}.`)
    return known
  }
  if (!isObject(type)) throw new QueryFailed('The metadata of the table is damaged: a column has no type.')
  switch (type['type']) {
    case 'struct':
      return { struct: fieldsOf(type, depth) }
    case 'list':
      return { list: typeOf(type['element'], depth + 1) }
    case 'map':
      return { map: [typeOf(type['key'], depth + 1), typeOf(type['value'], depth + 1)] }
    default:
      throw new QueryFailed(
        `The table uses what is not supported of Iceberg: the type ${String(type['type'])}.`,
      )
  }
}
