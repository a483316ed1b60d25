import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectorHost, Session } from '../connector.ts'
import { recordingSink } from '../recording-sink.ts'
import { duckdb } from './duckdb-connector.ts'

describe('values of duckdb', () => {
  let session: Session
  beforeAll(async () => {
    const host = { fileFolders: [], engineMemoryMb: 256 } as unknown as ConnectorHost
    session = await duckdb.open({ dbpath: ':memory:' }, host, AbortSignal.timeout(10_000))
  })
  afterAll(() => session?.close())

  const cellsOf = async (text: string) => {
    const sink = recordingSink()
    await session.run(text, sink, AbortSignal.timeout(30_000))
    return sink.cells
  }

  it.each([
    // the fields have no names
    ["row('x', row(1, 2), null)", '["x",[1,2],null]'],
    ['[row(1, 2)]', '[[1,2]]'],
    ["{'__proto__': 1, 'a': 2}", '{"__proto__":1,"a":2}'],
    ["{'a': {'__proto__': [1]}}", '{"a":{"__proto__":[1]}}'],
    ["{'a': null::struct(b integer), 'constructor': 1}", '{"a":null,"constructor":1}'],
    ["map {'__proto__': {'__proto__': 1}}", '[{"key":"__proto__","value":{"__proto__":1}}]'],
    ["union_value(a := {'__proto__': 1})", '{"tag":"a","value":{"__proto__":1}}'],
  ])('keeps each field of %s', async (value, json) => {
    expect(await cellsOf(`select ${value}`)).toEqual([[json]])
  })

  it('has the digits of a FLOAT that DuckDB prints, not those of the double beside it', async () => {
    const texts = [
      '0.1',
      '-0.3',
      '16777216',
      '123456.79',
      '3.4028235e38',
      '1.1754944e-38',
      '1e-45',
      '0.33333334',
    ]
    const columns = texts.map((text) => `${text}::float`).join(', ')
    const [cells = []] = await cellsOf(`select ${columns}`)
    expect(cells.map(Number)).toEqual(texts.map(Number))
    expect(await cellsOf('select [0.1::float, null], 0.1::double + 0.2::double')).toEqual([
      ['[0.1,null]', '0.30000000000000004'],
    ])
  })

  it('writes intervals within other values as those of a column', async () => {
    const cells = await cellsOf("select interval '1 day', [interval '14 months 3 hours', null]")
    expect(cells).toEqual([['"1 day"', '["1 year 2 months 03:00:00",null]']])
  })
})
