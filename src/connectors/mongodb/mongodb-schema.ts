import type { Collection, Db, Document } from 'mongodb'
import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { stopReason } from '../connector-errors.ts'
import { bsonType } from './mongodb-cells.ts'
import { exactValues } from './mongodb-client.ts'

/** Documents looked at of each end of a collection. */
const sampled = 10
/** Of more collections, only one end of each is read. */
const manyCollections = 1000
const atOnce = 3
/** levels of objects whose fields are listed */
const levels = 4
const maxFields = 1000

/**
 * Collections with the fields of their first and last documents, and the types of their values; MongoDB keeps no list of
 * them. Collections without documents are left out.
 */
export async function readTables(database: Db, comment: string, signal: AbortSignal): Promise<SchemaTable[]> {
  const listed = await database
    .listCollections({}, { nameOnly: true, authorizedCollections: true, comment })
    .toArray()
  const found = listed.filter(({ name }) => !name.startsWith('system.'))
  const tables: SchemaTable[] = []
  const waiting = found.values()
  const work = async () => {
    for (const { name, type } of waiting) {
      if (signal.aborted) throw stopReason(signal)
      // a view has no natural order from behind
      const isShort = type === 'view' || found.length > manyCollections
      const columns = columnsOf(await sample(database.collection(name), comment, isShort))
      if (columns.length > 0) tables.push({ name, columns })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1))
}

async function sample(collection: Collection, comment: string, isShort: boolean): Promise<Document[]> {
  const options = { comment, limit: sampled, ...exactValues }
  const first = await collection.find({}, options).toArray()
  if (isShort || first.length < sampled) return first
  return [...first, ...(await collection.find({}, { ...options, sort: { $natural: -1 } }).toArray())]
}

function columnsOf(documents: readonly Document[]): SchemaColumn[] {
  const types = new Map<string, Set<string>>()
  const visit = (document: Document, before: string, level: number) => {
    for (const [key, value] of Object.entries(document)) {
      const name = before + key
      const type = typeName(value)
      const known = types.get(name)
      if (known === undefined && types.size === maxFields) continue
      types.set(name, (known ?? new Set()).add(type))
      if (type === 'object' && level < levels) visit(value as Document, `${name}.`, level + 1)
    }
  }
  for (const document of documents) visit(document, '', 1)
  return [...types]
    .map(([name, seen]) => ({ name, type: oneType(seen) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function oneType(seen: ReadonlySet<string>): string {
  const types = [...seen].filter((type) => type !== 'null').sort()
  return types.length === 0 ? 'null' : types.join(' or ')
}

const classNames: Readonly<Record<string, string>> = {
  ...{ Int32: 'int', Long: 'long', Double: 'double', Decimal128: 'decimal', ObjectId: 'objectId' },
  ...{
    Binary: 'binData',
    Timestamp: 'timestamp',
    BSONRegExp: 'regex',
    Code: 'javascript',
    DBRef: 'dbPointer',
  },
  ...{ MinKey: 'minKey', MaxKey: 'maxKey', BSONSymbol: 'symbol' },
}

/** As MongoDB names them for `$type`. */
function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Date) return 'date'
  const type = bsonType(value)
  return type === null ? 'object' : (classNames[type] ?? type)
}
