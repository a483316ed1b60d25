import { describe, expect, it } from 'vitest'
import { QueryFailed } from '../connector-errors.ts'
import { recordingSink } from '../recording-sink.ts'
import { countTurns } from '../rogue-server.ts'
import { seriesReader } from './series-reader.ts'

const answer = (...series: string[]) => `{"results":[{"series":[${series.join(',')}]}]}`
const columns = (count: number) => JSON.stringify(Array.from({ length: count }, (_, at) => `c${at}`))
const times = (count: number, text: string) => new Array<string>(count).fill(text).join(',')

async function read(parts: readonly string[], sink = recordingSink()) {
  const reader = seriesReader(sink)
  for (const part of parts) await reader.read(part)
  await reader.finish()
  return sink
}

describe('series of InfluxDB', () => {
  it('fill the columns of all, and then their tags', async () => {
    const sink = await read([
      answer('{"tags":{"host":"a"},"columns":["time","x"],"values":[[1,2],[2,null]]}'),
      answer('{"columns":["time","y"],"values":[[3,"z"]]}', '{"columns":["host"],"values":[[true]]}'),
    ])
    expect(sink.names).toEqual(['time', 'x', 'y', 'host'])
    expect(sink.types).toEqual(['integer', 'integer', 'string', 'string'])
    expect(sink.cells).toEqual([
      ['1', '2', 'null', '"a"'],
      ['2', 'null', 'null', '"a"'],
      ['3', 'null', '"z"', 'null'],
      ['null', 'null', 'null', '"true"'],
    ])
  })

  it('are refused when a row has not as many cells as they have columns', async () => {
    for (const row of ['[]', '[1]', '[1,2,3]']) {
      const failure = await read([answer(`{"columns":["a","b"],"values":[${row}]}`)]).catch((error) => error)
      expect(failure).toBeInstanceOf(QueryFailed)
    }
  })

  it('are refused with empty rows for thousands of columns', async () => {
    const part = answer(`{"columns":${columns(4990)},"values":[${times(4_000_001, '[]')}]}`)
    await expect(read([part])).rejects.toThrow('a row of 0 cells for 4990 columns')
  })

  it('with few cells among thousands of columns are read in turns, in batches bounded by cells', async () => {
    const wide = `{"columns":${columns(4990)}}`
    const part = answer(wide, `{"columns":["c7"],"values":[${times(20_000, '[1]')}]}`)
    const sink = recordingSink({ keepsCells: false, stopAfter: 2000 })
    const turns = countTurns()
    await read([part], sink).catch(() => {})
    expect(turns()).toBeGreaterThan(3)
    expect(Math.max(...sink.batches)).toBeLessThan(100)
  })

  it('let other work have its turn while millions of rows are read', async () => {
    const sink = recordingSink({ keepsCells: false, stopAfter: 1 })
    const turns = countTurns()
    await read([answer(`{"columns":["a"],"values":[${times(1_000_000, '[1]')}]}`)], sink).catch(() => {})
    expect(turns()).toBeGreaterThan(3)
  })

  it('are refused with too many columns before they are held', async () => {
    const reader = seriesReader(recordingSink())
    await expect(reader.read(answer(`{"columns":${columns(5001)}}`))).rejects.toThrow('5,000')
    const many = Array.from({ length: 10_001 }, (_, at) => `{"columns":["c${at}"]}`)
    await expect(reader.read(answer(...many))).rejects.toThrow('the limit is 5,000')
  })
})
