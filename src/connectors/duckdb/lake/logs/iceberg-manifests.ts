import { QueryFailed } from '../../../connector-errors.ts'
import { readAvro } from './avro-file.ts'
import { isObject, type LogFile, maxLogFiles } from './log-table.ts'

/** A manifest (a list of files) and its sequence number, which its new entries inherit. */
export interface Manifest {
  path: string
  sequence: number
}

export interface IcebergFile extends LogFile {
  /** `deletes`: a file with the places of deleted rows */
  holds: 'rows' | 'deletes'
}

const maxManifests = 20_000

export function readManifestList(bytes: Buffer): Manifest[] {
  const manifests: Manifest[] = []
  for (const record of readAvro(bytes)) {
    const { manifest_path: path, sequence_number: sequence = 0, key_metadata: key = null } = record
    if (typeof path !== 'string') throw new QueryFailed('The list of manifests has one without a name.')
    if (key !== null) throw new QueryFailed('The table uses what is not supported of Iceberg: encryption.')
    manifests.push({ path, sequence: sequenceOf(sequence ?? 0) })
    if (manifests.length > maxManifests)
      throw new QueryFailed(`The table has more than ${maxManifests.toLocaleString('en-US')} manifests.`)
  }
  return manifests
}

const [isDeleted, isAdded] = [2, 1]
const [ofRows, ofPlaces, ofEqual] = [0, 1, 2]

/** The live files of a manifest. `total`: how many files the manifests before it had */
export function readManifest(bytes: Buffer, { sequence: own }: Manifest, total: number): IcebergFile[] {
  const files: IcebergFile[] = []
  for (const { status, sequence_number: given = null, data_file: file } of readAvro(bytes)) {
    if (status === isDeleted) continue
    if (!isObject(file) || typeof file['file_path'] !== 'string')
      throw new QueryFailed('A manifest has a file without a name.')
    const path = file['file_path']
    const content = file['content'] ?? ofRows
    if (content === ofEqual)
      throw new QueryFailed(
        'The table uses what is not supported of Iceberg: deletes by equality. Rewriting its data files (compaction) removes them.',
      )
    if (content !== ofRows && content !== ofPlaces)
      throw new QueryFailed(`The table has a file of an unknown kind: ${path}`)
    if (String(file['file_format']).toUpperCase() !== 'PARQUET')
      throw new QueryFailed(`The table has files of ${String(file['file_format'])}. Only Parquet is read.`)
    if ((file['key_metadata'] ?? null) !== null)
      throw new QueryFailed('The table uses what is not supported of Iceberg: encryption.')
    // new entries inherit the sequence number of the manifest; version 1 has no numbers, and no deletes
    if (given === null && status !== isAdded && own !== 0)
      throw new QueryFailed('A manifest has an old file without its number.')
    files.push({
      ...{ path, partition: [], vector: null },
      sequence: given === null ? own : sequenceOf(given),
      holds: content === ofPlaces ? 'deletes' : 'rows',
    })
    if (total + files.length > maxLogFiles)
      throw new QueryFailed(`The table has more than ${maxLogFiles.toLocaleString('en-US')} files.`)
  }
  return files
}

function sequenceOf(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new QueryFailed('A manifest has a number that is none.')
  return Number(value)
}
