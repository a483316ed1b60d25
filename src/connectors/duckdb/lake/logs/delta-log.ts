import { QueryFailed } from '../../../connector-errors.ts'
import { readDeltaHeader, requireKnownProtocol } from './delta-schema.ts'
import { type DeletionVector, isObject, type LogFile, type LogHeader, maxLogFiles } from './log-table.ts'
import { bytesOfZ85 } from './z85.ts'

/** Replays the actions of a log, from the oldest to the newest. */
export interface DeltaReplay {
  see(action: unknown): void
  /** the table after the last action */
  finish(): { header: LogHeader; files: LogFile[] }
}

interface Added {
  path: string
  values: Record<string, unknown>
  vector: DeletionVector | null
}

export function deltaReplay(): DeltaReplay {
  let protocol: unknown = null
  let metaData: unknown = null
  const live = new Map<string, Added>()
  return {
    see(action) {
      if (!isObject(action)) throw new QueryFailed('The log is damaged: an action is not an object.')
      const { add, remove } = action
      if (isObject(action['protocol'])) protocol = action['protocol']
      if (isObject(action['metaData'])) metaData = action['metaData']
      if (isObject(action['sidecar']) || isObject(action['checkpointMetadata']))
        throw new QueryFailed('The table uses what is not supported of Delta Lake: v2Checkpoint.')
      if (isObject(remove)) live.delete(keyOf(remove))
      if (isObject(add)) {
        const { partitionValues, deletionVector } = add
        live.set(keyOf(add), {
          path: pathIn(add),
          values: isObject(partitionValues) ? partitionValues : {},
          vector: isObject(deletionVector) ? vectorOf(deletionVector) : null,
        })
        if (live.size > maxLogFiles)
          throw new QueryFailed(`The table has more than ${maxLogFiles.toLocaleString('en-US')} files.`)
      }
    },
    finish() {
      requireKnownProtocol(protocol)
      const { partitionKeys, ...header } = readDeltaHeader(metaData)
      const paths = new Set<string>()
      const files = [...live.values()].map(({ path, values, vector }) => {
        if (paths.has(path)) throw new QueryFailed(`The log is damaged: it has the file ${path} twice.`)
        paths.add(path)
        const partition = partitionKeys.map((key) => {
          if (!Object.hasOwn(values, key))
            throw new QueryFailed(`The log is damaged: the file ${path} has no value for a partition.`)
          // the log may write a missing value as an empty text
          const value = values[key] === null || values[key] === '' ? null : String(values[key])
          if (value === missingValue || value?.isWellFormed() === false)
            throw new QueryFailed(`A value of a partition cannot be read: the file ${path}.`)
          return value
        })
        return { path, partition, sequence: 0, vector }
      })
      return { header, files }
    },
  }
}

/** DuckDB reads a folder of this name as a missing value, so no real value may have it. */
const missingValue = '__HIVE_DEFAULT_PARTITION__'

function pathIn(action: Record<string, unknown>): string {
  const { path } = action
  if (typeof path !== 'string' || path === '')
    throw new QueryFailed('The log is damaged: a file has no name.')
  return path
}

/** Identifies an entry of the log: the same file with another deletion vector is another entry. */
function keyOf(action: Record<string, unknown>): string {
  const { deletionVector: vector } = action
  const own = isObject(vector)
    ? [vector['storageType'], vector['pathOrInlineDv'], vector['offset'] ?? null]
    : null
  return JSON.stringify([pathIn(action), own])
}

function vectorOf(vector: Record<string, unknown>): DeletionVector {
  const { storageType, pathOrInlineDv, offset, sizeInBytes, cardinality } = vector
  const [size, count, start] = [Number(sizeInBytes), Number(cardinality), Number(offset ?? 0)]
  const place = String(pathOrInlineDv)
  if (![size, count, start].every((each) => Number.isSafeInteger(each) && each >= 0))
    throw new QueryFailed('The log is damaged: a deletion vector has no size.')
  switch (storageType) {
    case 'i':
      return { kind: 'inline', place, offset: 0, size, count }
    case 'p':
      return { kind: 'file', place, offset: start, size, count }
    case 'u':
      return { kind: 'file', place: vectorPath(place), offset: start, size, count }
    default:
      throw new QueryFailed(
        `The table uses what is not supported of Delta Lake: deletion vectors of the kind ${String(storageType)}.`,
      )
  }
}

const idLength = 20

/** The path of the file of a deletion vector: the log has an optional folder and an encoded id. */
function vectorPath(text: string): string {
  const folder = text.slice(0, -idLength)
  const id = bytesOfZ85(text.slice(-idLength)).toString('hex')
  if (id.length !== 32 || !/^\w*$/.test(folder))
    throw new QueryFailed('The log is damaged: a deletion vector has no file.')
  const named = `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`
  return `${folder === '' ? '' : `${folder}/`}deletion_vector_${named}.bin`
}
