import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectorHost } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { connectorSuite } from '../connector-suite.ts'
import { recordingSink } from '../recording-sink.ts'
import { duckdb } from './duckdb-connector.ts'
import { duckdbTrials } from './duckdb-trials.ts'

async function makeDatabase(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-duckdb-'))
  const instance = await DuckDBInstance.create(join(folder, 'test.duckdb'))
  const connection = await instance.connect()
  await connection.run('create table plain (a integer, "b c" decimal(10,2))')
  await connection.run('create schema other')
  await connection.run('create table other.things (a integer[])')
  connection.closeSync()
  instance.closeSync()
  return folder
}

connectorSuite(duckdb, duckdbTrials, async () => {
  const folder = await makeDatabase()
  return {
    host: { fileFolders: [folder] },
    options: { dbpath: 'test.duckdb' },
    refused: { dbpath: 'nosuch.duckdb' },
    wrongPassword: null,
    running: null,
    stop: async () => rmSync(folder, { recursive: true }),
  }
})

describe('duckdb in its process', () => {
  let folder: string
  beforeAll(async () => {
    folder = await makeDatabase()
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const run = async (text: string, dbpath = 'test.duckdb') => {
    const host = { fileFolders: [folder], engineMemoryMb: 128 } as unknown as ConnectorHost
    const session = await duckdb.open({ dbpath }, host, AbortSignal.timeout(10_000))
    const sink = recordingSink()
    try {
      await session.run(text, sink, AbortSignal.timeout(30_000))
      return sink
    } finally {
      await session.close()
    }
  }

  it.each([
    "select * from read_csv('/etc/passwd')",
    "select * from read_text('/etc/passwd')",
    "select * from read_blob('/etc/passwd')",
    "select * from read_parquet('/etc/passwd')",
    "select * from read_json('/etc/passwd')",
    "select * from '/etc/passwd'",
    "select * from glob('/*')",
    "select * from read_csv('https://example.com/x.csv')",
    "copy (select 1) to '/tmp/sextant-out.csv'",
    "copy plain from '/etc/passwd'",
    "attach '/tmp/other.duckdb' as other_db",
    "attach ':memory:' as m; create table m.t as select * from read_csv('/etc/passwd')",
    "export database '/tmp/sextant-export'",
    "import database '/tmp/sextant-export'",
    'install httpfs',
    'load httpfs',
    "load '/tmp/x.duckdb_extension'",
    "set memory_limit = '64GB'",
    'set enable_external_access = true',
    "set extension_directory = '/tmp'",
    "set temp_directory = '/tmp'",
    "create secret s (type s3, key_id 'a', secret 'b')",
    'insert into plain values (1, 2)',
    'drop table plain',
  ])('refuses %s', async (text) => {
    await expect(run(text)).rejects.toThrow(QueryFailed)
    expect(existsSync('/tmp/sextant-out.csv')).toBe(false)
  })

  it('shows the exact bytes of BLOBs, also within other values', async () => {
    const { cells } = await run(
      "select '\\x5Cx41'::blob, '\\x00\\xFFa'::blob, ''::blob, ['\\x5C'::blob, 'x'::blob, null], {'b': '\\x00'::blob}, null::blob",
    )
    expect(cells).toEqual([['"5c783431"', '"00ff61"', '""', '["5c","78",null]', '{"b":"00"}', 'null']])
  })

  it('refuses files in memory databases too', async () => {
    await expect(run("select * from read_csv('/etc/passwd')", ':memory:')).rejects.toThrow(
      'disabled by configuration',
    )
    expect((await run('select 1 as a', ':memory:')).cells).toEqual([['1']])
  })

  it('spills nothing to disk, and a folder for that is open to nobody', async () => {
    const sorted =
      "select count(*) from (select range::varchar || 'abcdefghijklmnop' a from range(20000000) order by hash(range))"
    for (const dbpath of ['test.duckdb', ':memory:']) {
      await expect(run(sorted, dbpath)).rejects.toThrow('Out of Memory')
      expect((await run("select current_setting('temp_directory') as t", dbpath)).cells).toEqual([['""']])
      for (const path of [join(folder, 'test.duckdb.tmp/x.csv'), '.tmp/x.csv']) {
        await expect(run(`copy (select 1) to '${path}'`, dbpath)).rejects.toThrow(
          /Permission Error|read-only/,
        )
      }
    }
    expect(readdirSync(folder)).toEqual(['test.duckdb'])
    expect(existsSync('.tmp')).toBe(false)
  })

  it.each([
    ["select i, case when i = 150000 then error('no') else 'a' end b from range(200000) r(i) -- all", 'no'],
    ['select (9223372036854775807 - 150000 + i) as b from range(200000) r(i)', 'Overflow in addition'],
    [
      "from range(200000) r(i) select repeat('x', case i when 150000 then 99999999999 else 1 end), 1 i, 2 i",
      '99999999999',
    ],
    [
      "with a as (from range(200000) r(i)) select * from a where error(case i when 150000 then 'no' end) is null",
      'no',
    ],
    [
      "prepare p as select case i when 150000 then error('no') else i end from range(200000) r(i); execute p",
      'broke the result off',
    ],
  ])('an error in the middle of a stream is told: %s', async (text, message) => {
    await expect(run(text)).rejects.toThrow(message)
  })

  it('cuts the text of an error', async () => {
    const failure = await run("select error(repeat('é', 1000000))").catch((error: Error) => error)
    expect((failure as Error).message).toBe(`Invalid Input Error: ${'é'.repeat(19_979)} …`)
  })

  const moments = ['date', 'timestamp', 'timestamptz', 'timestamp_s', 'timestamp_ms', 'timestamp_ns']
  it.each(moments)('writes infinity of type %s as a word, and the days beside it as days', async (type) => {
    const both = `'infinity'::${type} as a, '-infinity'::${type} as b`
    const { cells } = await run(`select ${both}, [a, null] as c, {x: b} as d, map {a: b} as e`)
    const map = '[{"key":"infinity","value":"-infinity"}]'
    expect(cells).toEqual([['"infinity"', '"-infinity"', '["infinity",null]', '{"x":"-infinity"}', map]])
    const last = await run(
      "select date '5881580-07-10', date '5877642-06-25 (BC)', '2262-04-11'::timestamp_ns",
    )
    expect(last.cells).toEqual([['"5881580-07-10"', '"5877642-06-25 (BC)"', '"2262-04-11T00:00:00"']])
  })

  it('loses no rows where most are left out', async () => {
    const rows = await run('select i from range(30000000) r(i) where i % 1000000 = 999999')
    expect(rows.cells).toHaveLength(30)
  })

  it('stops a query that wants too much memory', async () => {
    await expect(run('select list(range) as all_of_them from range(200000000)')).rejects.toThrow(QueryFailed)
  })

  it('knows only extensions that are built in', () => {
    expect(duckdb.validate?.({ dbpath: ':memory:', extensions: 'json, parquet' })).toBeNull()
    expect(String(duckdb.validate?.({ dbpath: ':memory:', extensions: 'httpfs' }))).toContain(
      'httpfs cannot be loaded',
    )
  })
})
