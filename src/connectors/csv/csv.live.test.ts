import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectorHost } from '../connector.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { startDocumentServer } from '../document-server.ts'
import { recordingSink } from '../recording-sink.ts'
import { csv } from './csv-connector.ts'

const files: Record<string, string> = {
  '/types.csv':
    'i,f,b,d,t,s\n1,1.50,True,2024-02-29,2024-02-29 12:00:00,text\n-2,.5,false,2024-03-01,2024-03-01,"a, b"\n',
  '/nulls.csv': 'a,b,c\n1,,x\n,NA,\n',
  '/empty.csv': 'a,b\n',
  '/names.csv': 'name,name,name\n1,2,3\n',
  '/big.csv': 'a,b,c\n18446744073709551616,0.1234567890123456789012,007\n',
  '/unicode.csv': '\ufeff表,b\n😀 e\u0301 \\,"line\nbreak ""quoted"""\n',
  '/tabs.csv': '# made by hand\na\tb\n1\t2\n3\t4\n5\t6\n',
  '/line-ends-head.csv': '# one\r# two\r\na,b\n1,2\r\n',
  '/ragged.csv': 'a,b\n1\n1,2,, \n',
  '/surplus.csv': 'id,amount\n1,2\n\n2,1,000\n3,4,5\n',
}
/** Each way to end a line, also within quotes: how the lines before it end says nothing of the next. */
const mixedEnds = `id,name\r\n${Array.from({ length: 5000 }, (_, n) => `${n},n${n}${['\n', '\r', '\r\n'][n % 3]}`).join('')}\n"a\r\nb","c\rd"\r"e\nf",g`
const utf8Sign = Buffer.from('name\n\u00e9\n')
const latin1 = Buffer.from('name\ncaf\u00e9\n', 'latin1')

function answer(request: { url?: string | undefined }, reply: ServerResponse): void {
  const { url = '' } = request
  const text = files[url]
  if (text !== undefined) reply.end(text)
  else if (url.startsWith('/oversized-')) reply.end(oversizedFile(url))
  else if (url === '/latin1.csv') reply.end(latin1)
  else if (url === '/split-sign.csv') sendParts(reply, [utf8Sign.subarray(0, 6), utf8Sign.subarray(6)])
  else if (url === '/cut-sign.csv') reply.end(utf8Sign.subarray(0, 6))
  else if (url === '/line-ends.csv') reply.end(mixedEnds)
  else if (url === '/line-ends-wide.csv') reply.end(Buffer.from(mixedEnds, 'utf16le'))
  else if (url === '/line-ends-split.csv')
    sendParts(reply, ['id,name\r', '\n1,a\r', '2,b\n3,"c\r', '\n"\r', '\n4,d\r'])
  else if (url === '/many.csv') sendRows(reply, 100_000)
  else if (url === '/many-broken.csv') sendRows(reply, 150_000, () => reply.destroy())
  else if (url === '/endless.csv') sendRows(reply, Number.POSITIVE_INFINITY)
  else if (url === '/slow.csv') reply.write('a\n')
  else if (url === '/broken.csv') {
    reply.write('a\n1\n')
    void setTimeout(20).then(() => reply.destroy())
  } else if (url === '/wide.csv') reply.end(`${','.repeat(1_000_000)}\n1\n`)
  else if (url === '/packed-cut.csv') {
    const packed = gzipSync(`n\n${Array.from({ length: 5000 }, (_, n) => n * n).join('\n')}\n`)
    reply.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length / 2))
  } else if (url === '/packed-frames.csv') {
    const frames = ['n\n1\n2', '3\n4\n'].map((text) => zstdCompressSync(text))
    reply.writeHead(200, { 'content-encoding': 'zstd' }).end(Buffer.concat(frames))
  } else if (url === '/packed-more.csv') {
    reply.writeHead(200, { 'content-encoding': 'gzip' })
    reply.end(Buffer.concat([gzipSync('n\n1\n'), Buffer.from('2\n')]))
  } else if (url.startsWith('/range.csv')) {
    reply.writeHead(200, { 'content-range': decodeURIComponent(url.split('?')[1] ?? '') }).end('a\n1\n')
  } else if (url === '/digits.csv') reply.end(`a\n${'1'.repeat(1_000_000)}x\n`)
  else if (url === '/long.csv') reply.end(`a\n${'x'.repeat(10_500_000)}\n`)
  else reply.writeHead(404).end()
}

function oversizedFile(url: string): string {
  const cells = oversizedPlaces.map((place) => (url.includes(place) ? 'x'.repeat(oversizedCell) : 'small'))
  return `n,cell\n${cells.map((cell, index) => `${index},${cell}\n`).join('')}`
}

/** Each part arrives by itself. */
async function sendParts(reply: ServerResponse, parts: readonly (string | Buffer)[]): Promise<void> {
  for (const part of parts) {
    reply.write(part)
    await setTimeout(20)
  }
  reply.end()
}

function sendRows(reply: ServerResponse, count: number, end = () => reply.end()): void {
  let row = 0
  reply.write('n,text\n')
  const send = () => {
    while (row < count && !reply.destroyed) {
      const lines = Array.from({ length: Math.min(1000, count - row) }, () => `${++row},row ${row}\n`)
      if (!reply.write(lines.join(''))) {
        reply.once('drain', send)
        return
      }
    }
    end()
  }
  send()
}

const at = (path: string, more = '') => `url: http://files.test${path}\n${more}`

const trials: ConnectorTrials = {
  types: {
    text: at('/types.csv'),
    columns: [
      ['i', 'integer'],
      ['f', 'float'],
      ['b', 'boolean'],
      ['d', 'date'],
      ['t', 'datetime'],
      ['s', 'string'],
    ],
    cells: [
      ['1', '1.50', 'true', '"2024-02-29"', '"2024-02-29T12:00:00"', '"text"'],
      ['-2', '0.5', 'false', '"2024-03-01"', '"2024-03-01"', '"a, b"'],
    ],
  },
  nulls: {
    text: at('/nulls.csv'),
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'string'],
    ],
    cells: [
      ['1', 'null', '"x"'],
      ['null', 'null', 'null'],
    ],
  },
  empty: {
    text: at('/empty.csv'),
    columns: [
      ['a', 'string'],
      ['b', 'string'],
    ],
    cells: [],
  },
  duplicateNames: {
    text: at('/names.csv'),
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: at('/big.csv'),
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
      ['c', 'string'],
    ],
    cells: [['18446744073709551616', '0.1234567890123456789012', '"007"']],
  },
  dates: null,
  unicode: {
    text: at('/unicode.csv'),
    columns: [
      ['表', 'string'],
      ['b', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 \\'), JSON.stringify('line\nbreak "quoted"')]],
  },
  severalStatements: null,
  wrongText: { text: 'url: [', message: /flow/i },
  withoutResult: null,
  lateError: { text: at('/many-broken.csv'), message: /^Error reading http:.*many-broken.csv. / },
  manyRows: at('/many.csv'),
  oversized: (place) => at(`/oversized-${place}.csv`),
  slow: at('/slow.csv'),
  endless: at('/endless.csv'),
  schema: null,
  lacks: {
    dates: 'every date of a file is a text; the types trial has them',
    severalStatements: 'a query is one document',
    withoutResult: 'every file is a result',
    schema: 'there is nothing to list',
  },
}

connectorSuite(csv, trials, async () => {
  const server = await startDocumentServer(answer)
  return {
    host: { fetch: server.fetch },
    options: {},
    refused: null,
    wrongPassword: null,
    connectsLater: true,
    running: null,
    stop: server.stop,
  }
})

describe('csv queries', () => {
  let server: Awaited<ReturnType<typeof startDocumentServer>>
  beforeAll(async () => {
    server = await startDocumentServer(answer)
  })
  afterAll(() => server.stop())

  const run = async (text: string) => {
    const host = { fetch: server.fetch, engineMemoryMb: 128 } as unknown as ConnectorHost
    const session = await csv.open({}, host, AbortSignal.timeout(1000))
    const sink = recordingSink()
    await session.run(text, sink, AbortSignal.timeout(60_000))
    return sink
  }

  it('takes separator, rows to skip, columns, number of rows, types and missing values', async () => {
    const options = 'sep: "\\t"\nskiprows: 1\nusecols: [b]\nnrows: 2\ndtype: {b: str}\nna_values: ["4"]'
    const sink = await run(at('/tabs.csv', options))
    expect([sink.names, sink.types, sink.cells]).toEqual([['b'], ['string'], [['"2"'], ['null']]])
  })

  it('names columns itself when there is no header', async () => {
    expect((await run(at('/names.csv', 'header: null'))).names).toEqual(['column_1', 'column_2', 'column_3'])
    expect((await run(at('/names.csv', 'header: null\nnames: [a, b, c]'))).cells).toHaveLength(2)
  })

  it.each([
    ['/line-ends.csv', ''],
    ['/line-ends-wide.csv', 'encoding: utf-16le'],
  ])('ends lines at each kind of line end: %s', async (path, options) => {
    const { cells } = await run(at(path, `dtype: {id: str}\n${options}`))
    expect(cells).toHaveLength(5002)
    expect(cells.slice(0, 5000)).toEqual(Array.from({ length: 5000 }, (_, n) => [`"${n}"`, `"n${n}"`]))
    expect(cells.slice(5000)).toEqual([
      ['"a\\r\\nb"', '"c\\rd"'],
      ['"e\\nf"', '"g"'],
    ])
  })

  it('takes a line end that arrives in two parts for one', async () => {
    expect((await run(at('/line-ends-split.csv'))).cells).toEqual([
      ['1', '"a"'],
      ['2', '"b"'],
      ['3', '"c\\r\\n"'],
      ['4', '"d"'],
    ])
  })

  it('skips lines that end in different ways', async () => {
    expect((await run(at('/line-ends-head.csv', 'skiprows: 2'))).cells).toEqual([['1', '2']])
  })

  it('reads other encodings and ragged rows', async () => {
    expect((await run(at('/latin1.csv', 'encoding: latin1'))).cells).toEqual([['"café"']])
    expect((await run(at('/ragged.csv'))).cells).toEqual([
      ['1', 'null'],
      ['1', '2'],
    ])
  })

  it.each([
    [at('/nosuch.csv'), 'status 404'],
    [at('/broken.csv'), 'Error reading http://files.test/broken.csv.'],
    [at('/tabs.csv', 'nrows: -1'), "'nrows' must be a whole number from 0."],
    [at('/tabs.csv', 'encoding: klingon'), "'encoding' klingon is not known."],
    [at('/names.csv', 'usecols: [nosuch]'), "'usecols' names nosuch, which is not a column."],
    [
      at('/surplus.csv'),
      "Row 2 of http://files.test/surplus.csv has 3 cells, but there are 2 columns. A cell that contains the separator must be in quotes. If the file has more columns than its header names, name all of them with 'names'.",
    ],
    [at('/surplus.csv', 'usecols: [id]'), 'Row 2 of http://files.test/surplus.csv has 3 cells'],
    [at('/surplus.csv', 'header: null'), 'Row 3 of http://files.test/surplus.csv has 3 cells'],
    [
      at('/latin1.csv'),
      "http://files.test/latin1.csv has bytes that are not text in utf-8. Name the encoding of the file with 'encoding', for example 'encoding: latin1'.",
    ],
    [at('/cut-sign.csv'), 'has bytes that are not text in utf-8.'],
    [at('/latin1.csv', 'encoding: euc-jp'), 'has bytes that are not text in euc-jp.'],
    [at('/wide.csv'), 'The result has 1,000,001 columns; the limit is 5,000.'],
    [at('/packed-cut.csv'), 'It cannot be unpacked: unexpected end of file.'],
    [at('/packed-more.csv'), 'It cannot be unpacked: '],
    [at('/long.csv'), 'Error reading http://files.test/long.csv.'],
    ['sep: ","', "Query must include 'url' option."],
  ])('says what is wrong: %j', async (text, message) => {
    await expect(run(text)).rejects.toThrow(message)
  })

  it('reads rows that are longer than the header when all columns are named or enough rows are read', async () => {
    const rest = ['1', '2', 'null']
    const named = await run(at('/surplus.csv', 'names: [id, amount, rest]'))
    expect(named.cells).toEqual([rest, ['2', '1', '"000"'], ['3', '4', '"5"']])
    expect((await run(at('/surplus.csv', 'nrows: 1'))).cells).toEqual([['1', '2']])
    const picked = await run(at('/names.csv', 'header: null\nnames: [a]\nusecols: [a]\nskiprows: 1'))
    expect(picked.cells).toEqual([['1']])
  })

  it('reads a character that arrives in two parts', async () => {
    expect((await run(at('/split-sign.csv'))).cells).toEqual([['"é"']])
  })

  it.each([
    'bytes 0-3/8',
    'bytes 4-7/8',
    'bytes 0-3/*',
    'Bytes 0-3/8',
    'bytes */8',
    'bytes',
    'bytes 0-3/4, bytes 0-3/8',
  ])('refuses a file that is a part by its own account: %s', async (range) => {
    const read = run(at(`/range.csv?${encodeURIComponent(range)}`))
    await expect(read).rejects.toThrow(`answered with a part of the document (Content-Range: ${range})`)
  })

  // other units count rows of a list, which the server divides into pages
  it.each(['bytes 0-3/4', 'items 0-24/319', '0-14/*'])(
    'reads a file with Content-Range: %s',
    async (range) => {
      expect((await run(at(`/range.csv?${encodeURIComponent(range)}`))).cells).toEqual([['1']])
    },
  )

  it('reads all frames of a packed file', async () => {
    expect((await run(at('/packed-frames.csv'))).cells).toEqual([['1'], ['23'], ['4']])
  })

  it('reads few columns of a file that has more than the limit', async () => {
    expect((await run(at('/wide.csv', 'usecols: [0, 999999]'))).cells).toEqual([['1', 'null']])
  })

  it('reads each digit of a long run of them once', async () => {
    const sink = await run(at('/digits.csv'))
    expect(sink.types).toEqual(['string'])
  })
})
