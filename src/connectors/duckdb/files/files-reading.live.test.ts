import { describe, expect, it } from 'vitest'
import type { FileFormat } from '#shared/data-sources/files-api.ts'
import { type GivenFile, readUpload as read } from './read-upload.ts'

const shapeOf = ({ names, types }: Awaited<ReturnType<typeof read>>) =>
  names.map((name, at) => [name, types[at]])

describe('CSV', () => {
  it('finds the separator, the names and the types of whole columns', async () => {
    const sink = await read(
      'csv',
      '\ufeffid;name;amount;paid;day;at\r\n1;Ada;1.50;true;2026-01-31;2026-01-31 10:20\r\n2;"B;o""b\n2";.5;FALSE;2026-02-01;2026-02-01\r\n',
    )
    expect(shapeOf(sink)).toEqual([
      ['id', 'integer'],
      ['name', 'string'],
      ['amount', 'float'],
      ['paid', 'boolean'],
      ['day', 'date'],
      ['at', 'datetime'],
    ])
    expect(sink.cells).toEqual([
      ['1', '"Ada"', '1.50', 'true', '"2026-01-31"', '"2026-01-31T10:20:00"'],
      ['2', '"B;o\\"b\\n2"', '0.5', 'false', '"2026-02-01"', '"2026-02-01T00:00:00"'],
    ])
  })

  it('looks at all rows before it says that a column has numbers', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `${at},2026-01-01\n`).join('')
    const sink = await read('csv', `a,b\n${rows}x,2026-02-30\n`)
    expect(sink.types).toEqual(['string', 'string'])
    expect(sink.cells).toHaveLength(20_001)
    expect(sink.cells.at(-1)).toEqual(['"x"', '"2026-02-30"'])
  })

  it('keeps digits, and zeros before numbers', async () => {
    const sink = await read('csv', 'a,b,c\n9007199254740993,007,12345678901234567.89\n')
    expect(sink.cells).toEqual([['9007199254740993', '"007"', '12345678901234567.89']])
    expect(sink.types).toEqual(['integer', 'string', 'float'])
  })

  it('takes empty cells and NULL for missing values, and missing ends of lines', async () => {
    const sink = await read('csv', 'a,b,c\n1,,NULL\n2\n\n3,x,\\N,,\n')
    expect(sink.cells).toEqual([
      ['1', 'null', 'null'],
      ['2', 'null', 'null'],
      ['3', '"x"', 'null'],
    ])
  })

  it('reads without names, with other separators and encodings', async () => {
    expect((await read('csv', 'a|b\nc|d', { has_header: false })).names).toEqual(['column_1', 'column_2'])
    expect((await read('tsv', 'a,b\tc\n1\t2')).names).toEqual(['a,b', 'c'])
    expect((await read('csv', 'a,b#c\n1#2', { separator: '#' })).names).toEqual(['a,b', 'c'])
    const latin = await read('csv', Buffer.from('name\nJos\xe9\n', 'latin1'), { encoding: 'windows-1252' })
    expect(latin.cells).toEqual([['"José"']])
    const wide = await read('csv', Buffer.from('\ufeffname\nÅsa\n', 'utf16le'), { partBytes: 3 })
    expect([wide.names, wide.cells]).toEqual([['name'], [['"Åsa"']]])
  })

  it('reads characters that are cut between parts', async () => {
    expect((await read('csv', 'näme\n😀é\n', { partBytes: 1 })).cells).toEqual([['"😀é"']])
  })

  it('reads as the types that a person has chosen, and names the cell that does not fit', async () => {
    const text = 'zip,amount\n01234,1\n99999,many\n'
    expect((await read('csv', text, { types: ['string', null] })).cells).toEqual([
      ['"01234"', '"1"'],
      ['"99999"', '"many"'],
    ])
    await expect(read('csv', text, { types: [null, 'float'] })).rejects.toThrow(
      'Line 3, column "amount": "many" is not a number.',
    )
    await expect(read('csv', 'a\n2026-02-30', { types: ['date'] })).rejects.toThrow(
      'Line 2, column "a": "2026-02-30" is not a day such as 2026-01-31.',
    )
  })

  it.each<[string, string | Uint8Array, GivenFile, RegExp]>([
    ['nothing', '\n\n', {}, /^The file is empty\.$/],
    ['cells in wrong columns', 'a,b\n1,2\n1,2,3\n', {}, /^Line 3 has 3 cells, but there are 2 columns\./],
    ['a quote that is not closed', 'a,b\n1,"2\n3,4\n', {}, /quote.*line \d/i],
    [
      'bytes that are no text',
      Buffer.from('a\nb\nJos\xe9\nd\n', 'latin1'),
      {},
      /^Line 3 has bytes that are not text in utf-8\./,
    ],
    ['U+0000', 'a\nb\n\0\n', {}, /^Line 3 has the character U\+0000/],
    ['100,000 columns', `${'a,'.repeat(100_000)}\n1\n`, {}, /^The file has more than 5,000 columns/],
  ])('refuses %s', async (_, content, given, message) => {
    await expect(read('csv', content, given)).rejects.toThrow(message)
  })

  it('refuses one endless line without keeping it', async () => {
    function* line() {
      for (let part = 0; part < 400; part++) yield Buffer.alloc(1_000_000, 'x')
    }
    const endless = {
      *[Symbol.iterator]() {
        yield* line()
      },
    }
    await expect(read('csv', endless)).rejects.toThrow(/^Line 1 is longer than 10 million characters/)
    await expect(read('ndjson', endless)).rejects.toThrow(/^Line 1 is longer than 10 million characters/)
    await expect(read('json', endless)).rejects.toThrow(
      /^The file is not JSON|^A row of the result is larger/,
    )
  })

  it('keeps within its memory for the smallest records', async () => {
    const many = Buffer.alloc(1_000_000, 'a\n')
    const sink = await read('csv', many, {
      ...{ sink: { keepsCells: false }, memoryMb: 64, partBytes: 4_000_000 },
    })
    expect(sink.batches.reduce((sum, rows) => sum + rows, 0)).toBe(499_999)
  })
})

describe('JSON', () => {
  it.each<[FileFormat, string]>([
    ['json', '[{"id": 1, "name": "Ada", "at": "2026-01-31"}, {"id": 2.50, "tags": ["x"], "name": null}]'],
    ['ndjson', '{"id": 1, "name": "Ada", "at": "2026-01-31"}\r\n\n{"id": 2.50, "tags": ["x"], "name": null}'],
  ])('reads objects of %s with all of their members as columns', async (format, text) => {
    const sink = await read(format, text, { partBytes: 7 })
    expect(shapeOf(sink)).toEqual([
      ['id', 'float'],
      ['name', 'string'],
      ['at', 'date'],
      ['tags', 'string'],
    ])
    expect(sink.cells).toEqual([
      ['1', '"Ada"', '"2026-01-31"', 'null'],
      ['2.50', 'null', 'null', '["x"]'],
    ])
  })

  it('keeps texts that look like numbers, and makes texts of mixed columns', async () => {
    const sink = await read('json', '[{"a":"1","b":1},{"a":"2","b":"x"},{"a":"3","b":true}]')
    expect(sink.types).toEqual(['string', 'string'])
    expect(sink.cells.map(([, mixed]) => mixed)).toEqual(['"1"', '"x"', '"true"'])
  })

  it('reads one object as one row, and a chosen type', async () => {
    expect((await read('json', '{"a":"7"}', { types: ['integer'] })).cells).toEqual([['7']])
    await expect(read('ndjson', '{"a":1}\n{"a":[1]}', { types: ['integer'] })).rejects.toThrow(
      'Line 2, column "a": "[1]" is not a whole number.',
    )
  })

  it.each<[FileFormat, string, RegExp]>([
    ['json', '[{"a":1},\n{"a":}]', /^Row 2 is not JSON\.$/],
    ['json', '[{"a":1},', /^The file is not JSON: it ends in the middle/],
    ['json', '[1]', /^Row 1 is not an object/],
    ['json', '', /empty/],
    ['json', '[]', /^The file is empty\.$/],
    ['json', `[${'['.repeat(600)}`, /nested too deeply/],
    ['ndjson', '{"a":1}\n{"a":1', /^Line 2 is not JSON\.$/],
    ['ndjson', '{"a":1}\n"x"', /^Line 2 is not an object/],
  ])('refuses %s %s', async (format, text, message) => {
    await expect(read(format, text)).rejects.toThrow(message)
  })

  it('keeps within its memory for wide columns of small rows', async () => {
    const names = Array.from({ length: 5000 }, (_, at) => `"c${at}":1`).join(',')
    const text = `[{${names}}${',{"c4999":2}'.repeat(3000)}]`
    const sink = await read('json', text, { sink: { keepsCells: false }, memoryMb: 64 })
    expect(sink.batches.reduce((sum, rows) => sum + rows, 0)).toBe(3001)
  })
})

it('ends at once when it is cancelled', async () => {
  const stop = new AbortController()
  function* rows() {
    for (let part = 0; part < 10_000; part++) {
      if (part === 20) stop.abort()
      yield Buffer.from('1,2\n'.repeat(10_000))
    }
  }
  await expect(
    read(
      'csv',
      {
        *[Symbol.iterator]() {
          yield* rows()
        },
      },
      { signal: stop.signal },
    ),
  ).rejects.toThrow('Query cancelled by user.')
})
