import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readAvro } from './avro-file.ts'
import { rowsOfVector } from './deletion-vector.ts'
import { deltaDocuments } from './delta-documents.ts'
import { deltaReplay } from './delta-log.ts'
import { readManifest, readManifestList } from './iceberg-manifests.ts'
import { readIcebergMetadata } from './iceberg-schema.ts'
import { newestMetadata } from './newest-metadata.ts'
import { findInFolder } from './path-in-folder.ts'
import { bytesOfZ85 } from './z85.ts'

const objectsOf = (...keys: string[]) => keys.map((key) => ({ key, size: 1, version: key }))
const made = new URL('../../../../../test/lakes/tables/', import.meta.url).pathname
const filesOf = (folder: string, end: string) =>
  readdirSync(join(made, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => readFileSync(join(made, folder, name)))

describe('the log of Delta Lake', () => {
  const field = (name: string, type: unknown = 'long', metadata = {}) => ({ name, type, metadata })
  const metaData = (fields: unknown[], more = {}) => ({
    schemaString: JSON.stringify({ type: 'struct', fields }),
    partitionColumns: [],
    configuration: {},
    ...more,
  })
  const protocol = { minReaderVersion: 1 }
  const replay = (...actions: unknown[]) => {
    const log = deltaReplay()
    for (const action of actions) log.see(action)
    return log.finish()
  }
  const add = (path: string, more = {}) => ({ add: { path, partitionValues: {}, ...more } })

  it('has the files that were added and not removed, whatever the deleted rows were before', () => {
    const vector = {
      storageType: 'u',
      pathOrInlineDv: 'ab^-aqEH.-t@S}K{vb[*k^',
      offset: 1,
      sizeInBytes: 40,
      cardinality: 6,
    }
    const { files } = replay(
      { protocol },
      { metaData: metaData([field('id')]) },
      ...[add('a'), add('b'), add('c'), { remove: { path: 'b' } }],
      ...[{ remove: { path: 'a' } }, add('a', { deletionVector: vector })],
    )
    expect(files.map(({ path, vector: own }) => [path, own?.place])).toEqual([
      ['c', undefined],
      ['a', 'ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin'],
    ])
  })

  it.each([
    [[{ protocol: { minReaderVersion: 4 } }], /version 4 of readers/],
    [
      [{ protocol: { minReaderVersion: 3, readerFeatures: ['columnMapping', 'typeWidening'] } }],
      /: typeWidening\./,
    ],
    [[{ protocol: { minReaderVersion: 3 } }], /no features/],
    [[{ sidecar: { path: 'x' } }], /v2Checkpoint/],
    [[{ metaData: metaData([field('v', 'variant')]) }], /the type variant/],
    [[{ metaData: metaData([field('v', 'constructor')]) }], /the type constructor/],
    [[{ metaData: metaData([field('a'), field('A')]) }], /differ in case only/],
    [[{ metaData: metaData([field('a')], { partitionColumns: ['b'] }) }], /The partition b is not a column/],
    [
      [{ metaData: metaData([field('a')], { partitionColumns: ['a'] }) }, add('x')],
      /no value for a partition/,
    ],
    [
      [{ metaData: metaData([field('a')], { configuration: { 'delta.columnMapping.mode': 'x' } }) }],
      /mapping by x/,
    ],
    [
      [
        { metaData: metaData([field('a', 'string')], { partitionColumns: ['a'] }) },
        add('x', { partitionValues: { a: '__HIVE_DEFAULT_PARTITION__' } }),
      ],
      /A value of a partition cannot be read: the file x/,
    ],
    [[{ metaData: metaData([]) }], /no fields/],
    [[{ metaData: { schemaString: '{' } }], /schema of the log is damaged/],
    [[add('')], /a file has no name/],
    [
      [
        add('a'),
        add('a', {
          deletionVector: { storageType: 'i', pathOrInlineDv: '', sizeInBytes: 0, cardinality: 0 },
        }),
      ],
      /twice/,
    ],
    [[add('a', { deletionVector: { storageType: 'x', sizeInBytes: 1, cardinality: 1 } })], /of the kind x/],
    [[7], /not an object/],
  ])('refuses %j', (actions, message) => {
    const begin = [{ protocol }, { metaData: metaData([field('id')]) }]
    expect(() => replay(...begin, ...actions)).toThrow(message)
  })

  it('refuses a type without an end', () => {
    expect(() => replay({ protocol }, { metaData: { schemaString: schemaOf(10_000) } })).toThrow(
      /nested more than/,
    )
  })
  const schemaOf = (depth: number) =>
    `{"type":"struct","fields":[{"name":"a","type":${'{"type":"array","elementType":'.repeat(depth)}"long"${'}'.repeat(depth)}}]}`

  const log = (...names: string[]) =>
    deltaDocuments(objectsOf(...names.map((name) => `t/_delta_log/${name}`)), 't/_delta_log/')
  const at = (version: number) => String(version).padStart(20, '0')
  const namesOf = ({ checkpoint, commits }: ReturnType<typeof log>) =>
    [...checkpoint, ...commits].map(({ key }) => Number(key.slice(13, 33)))

  it('begins with its newest checkpoint that is complete', () => {
    const part = (number: number) => `${at(2)}.checkpoint.000000000${number}.0000000002.parquet`
    const commits = [0, 1, 2, 3].map((version) => `${at(version)}.json`)
    expect(namesOf(log(...commits))).toEqual([0, 1, 2, 3])
    expect(namesOf(log(`${at(1)}.checkpoint.parquet`, ...commits, part(1)))).toEqual([1, 2, 3])
    expect(namesOf(log(`${at(1)}.checkpoint.parquet`, ...commits, part(1), part(2)))).toEqual([2, 2, 3])
    expect(namesOf(log(`${at(3)}.checkpoint.parquet`, `${at(3)}.json`))).toEqual([3])
  })

  it.each([
    [['5.json'], /no commits/],
    [[`${at(1)}.json`], /commit 0 is not there/],
    [[`${at(0)}.json`, `${at(2)}.json`], /commit 1 is not there/],
    [[`${at(4)}.checkpoint.0f-a.parquet`, `${at(5)}.json`], /v2Checkpoint/],
    [[`${at(0)}.json`, `${at(4)}.checkpoint.0f-a.json`], /v2Checkpoint/],
  ])('refuses %j', (names, message) => {
    expect(() => log(...names)).toThrow(message)
  })
})

describe('the metadata of Iceberg', () => {
  const metadata = (more = {}) => ({
    'format-version': 2,
    location: 's3://b/t/',
    schema: { type: 'struct', fields: [{ id: 1, name: 'a', type: 'long' }] },
    ...more,
  })
  const typed = (type: unknown) => metadata({ schema: { fields: [{ id: 1, name: 'a', type }] } })

  it('may have no snapshot', () => {
    expect(readIcebergMetadata(metadata({ 'current-snapshot-id': -1 }))).toMatchObject({
      location: 's3://b/t',
      manifestList: null,
    })
  })

  it.each([
    [null, /damaged/],
    [metadata({ 'format-version': 3 }), /version 3 of Iceberg/],
    [metadata({ 'current-snapshot-id': 5, snapshots: [] }), /current snapshot is not there/],
    [
      metadata({ 'current-snapshot-id': 5, snapshots: [{ 'snapshot-id': 5, manifests: [] }] }),
      /manifests without a list/,
    ],
    [typed('timestamp_ns'), /the type timestamp_ns/],
    [typed('decimal(50, 2)'), /the type decimal/],
    [typed({ type: 'variant' }), /the type variant/],
    [metadata({ schema: { fields: [{ name: 'a', type: 'long' }] } }), /has no id/],
  ])('refuses %j', (given, message) => {
    expect(() => readIcebergMetadata(given)).toThrow(message)
  })

  it('is the newest by its number, and certain', () => {
    const newest = (...names: string[]) =>
      newestMetadata(objectsOf(...names.map((name) => `t/metadata/${name}`)), 't/metadata/').key.slice(11)
    expect(newest('v9.metadata.json', 'v10.metadata.json', 'v2.metadata.json')).toBe('v10.metadata.json')
    expect(newest('00001-a.metadata.json', '00002-b.gz.metadata.json')).toBe('00002-b.gz.metadata.json')
    expect(() => newest('00001-a.metadata.json', '00001-b.metadata.json')).toThrow(/not certain/)
    expect(() => newest('v1.metadata.json', '00002-b.metadata.json')).toThrow(/not certain/)
    expect(() => newest('x.metadata.json')).toThrow(/no metadata with a number/)
  })
})

it('finds only files that were listed', () => {
  const objects = new Map(objectsOf('in/t/a', 'in/t/../x', 'in/u/b').map((object) => [object.key, object]))
  const s3 = { kind: 's3', bucket: 'lake' } as never
  const find = findInFolder({ objects, base: 'in/t/', store: s3 }, 'file:/old/place')
  expect(find('a')?.key).toBe('in/t/a')
  expect(find('file:/old/place/a')?.key).toBe('in/t/a')
  expect(find('s3a://lake/in/u/b')?.key).toBe('in/u/b')
  for (const path of [
    's3://other/in/t/a',
    'gs://lake/in/t/a',
    'file:///in/t/a',
    '/in/t/a',
    '../u/b',
    'file:/old/placea',
  ])
    expect(find(path)).toBeNull()
  const azure = { kind: 'azure', account: 'acme', container: 'lake' } as never
  const inAzure = findInFolder({ objects, base: '', store: azure }, null)
  expect(inAzure('abfss://lake@acme.dfs.core.windows.net/in/u/b')?.key).toBe('in/u/b')
  expect(inAzure('abfss://lake@other.dfs.core.windows.net/in/u/b')).toBeNull()
})

describe('bytes of strangers', () => {
  /** Damages a file byte by byte and cuts it: each variant is read or refused with a sentence. */
  const damage = (bytes: Buffer, read: (given: Buffer) => void) => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % below
    }
    let refused = 0
    for (let round = 0; round < 300; round++) {
      const copy = Buffer.from(bytes.subarray(0, round % 3 === 0 ? random(bytes.length) : bytes.length))
      for (let change = random(6); change >= 0 && copy.length > 0; change--)
        copy[random(copy.length)] = random(256)
      try {
        read(copy)
      } catch (error) {
        expect((error as Error).name, (error as Error).stack).toBe('QueryFailed')
        refused++
      }
    }
    expect(refused).toBeGreaterThan(100)
  }

  it('are manifests, or are refused', () => {
    const manifest = { path: '', sequence: 1 }
    const [list] = filesOf('iceberg_deleted/metadata', '.avro').filter((bytes) =>
      bytes.includes('manifest_file'),
    )
    const [entries] = filesOf('iceberg_evolved/metadata', '-m0.avro')
    expect(readManifestList(list as Buffer).length).toBeGreaterThan(0)
    expect(readManifest(entries as Buffer, manifest, 0)).toHaveLength(1)
    damage(list as Buffer, (bytes) => readManifestList(bytes))
    damage(entries as Buffer, (bytes) => readManifest(bytes, manifest, 0))
  })

  it('are deletion vectors, or are refused', () => {
    const [file] = filesOf('delta_vectors', '.bin')
    const vector = (file as Buffer).subarray(5)
    expect([...rowsOfVector(vector)].length).toBeGreaterThan(0)
    damage(vector, (bytes) => {
      let count = 0
      for (const _ of rowsOfVector(bytes)) if (++count > 1_000_000) break
    })
    expect(() => bytesOfZ85('ab')).toThrow(/not Z85/)
    expect(() => bytesOfZ85('#####')).toThrow(/not Z85/)
  })

  it('make no endless values of nothing', () => {
    const head = Buffer.from('Obj\u0001', 'latin1')
    const text = (value: string) => Buffer.concat([Buffer.from([value.length * 2]), Buffer.from(value)])
    const schema = '{"type":"array","items":"null"}'
    const sync = Buffer.alloc(16)
    const notes = [Buffer.from([2]), text('avro.schema'), text(schema), Buffer.from([0])]
    const endless = Buffer.from([0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0x03])
    const block = Buffer.concat([Buffer.from([2, endless.length * 2]), endless])
    expect(() => [...readAvro(Buffer.concat([head, ...notes, sync, block, sync]))]).toThrow(/too many values/)
  })
})
