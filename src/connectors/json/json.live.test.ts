import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectorHost } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { startDocumentServer } from '../document-server.ts'
import { recordingSink } from '../recording-sink.ts'
import { json } from './json-connector.ts'

const documents: Record<string, string> = {
  '/long-numbers':
    '[{"id":9007199254740993,"late":1,"mixed":1},{"id":1,"late":9007199254740993,"mixed":0.1234567890123456789}]',
  '/types':
    '[{"i":1,"f":1.5,"b":true,"s":"text","o":{"a":{"deep":1}},"l":[1,null]},{"i":2,"f":2,"b":false,"s":"","o":{},"l":[]}]',
  '/nulls': '[{"a":null,"b":""},{"a":1,"b":null}]',
  '/empty': '[]',
  '/names': '[{"a":{"b":1},"a.b":2}]',
  '/collisions': '[{"a":{"b":1,"b.c":2},"id":0},{"a.b.c":4,"a.b":5},{"a.b":{"c":6},"a":{"b":7}}]',
  '/odd-keys':
    '[{"":1,"A":2,"a":3,"":{"":4},"é":5,"e\u0301":6,"a\\u0000":7,"\\ud800":8,"\\ud801":9,"a ":10}]',
  '/twice': '[{"a":1,"b":2,"a":3,"c":{"d":1},"c":{"e":2}}]',
  '/big': '{"i":18446744073709551616,"d":0.1234567890123456789012}',
  '/unicode': JSON.stringify([{ 表: '😀 e\u0301 \\ "quoted" \t\n' }]),
  '/page/1': '{"items":[{"n":1}],"_links":{"next":{"href":"/page/2"}}}',
  '/page/2': '{"items":[{"n":2}],"_links":{}}',
  '/token': '{"items":[{"n":1}],"next_page_token":"t1"}',
  '/token?page_token=t1': '{"items":[{"n":2}],"next_page_token":""}',
  '/stuck': '{"next_page_token":"same"}',
  '/stuck?page_token=same': '{"next_page_token":"same"}',
  ...Object.fromEntries(
    ['{"error":"busy"}', '{}', '["a"]', 'true', '7', 'false', 'null', '""'].map((next) => [
      `/next?value=${encodeURIComponent(next)}`,
      `{"items":[{"n":1}],"links":{"next":${next}}}`,
    ]),
  ),
  '/null-rows': '[{"id":1},null,{"id":2},null]',
  '/null-values': '[1,null]',
  '/only-nulls': '[null,null]',
  '/null': '{"items":null}',
  '/empty-objects': '[{"a":{}},{"a":{}}]',
  '/html': '<html>',
  '/native':
    '[{"constructor":1,"a":1},{"a":2},{"__proto__":{"x":1},"toString":"t","a":3},{"__proto__":"p","hasOwnProperty":false}]',
}

function answer(request: IncomingMessage, reply: ServerResponse): void {
  const { url = '', headers } = request
  const document = documents[url]
  if (document !== undefined) reply.end(document)
  else if (url.startsWith('/oversized-')) {
    const cells = oversizedPlaces.map((place) => (url.includes(place) ? 'x'.repeat(oversizedCell) : 'small'))
    reply.end(JSON.stringify(cells.map((cell) => ({ cell }))))
  } else if (url === '/many') {
    reply.end(JSON.stringify(Array.from({ length: 100_000 }, (_, n) => ({ n, text: `row ${n}` }))))
  } else if (url === '/many-broken') {
    const rows = Array.from({ length: 150_000 }, (_, n) => ({ n }))
    reply.write(JSON.stringify(rows).slice(0, -1), () => setTimeout(() => reply.destroy(), 20))
  } else if (url === '/echo' || url === '/echo-next') {
    const { authorization = null, 'x-key': key = null } = headers
    const next = url === '/echo' ? 'http://other.test/echo-next' : null
    reply.end(JSON.stringify({ items: [{ authorization, key }], next }))
  } else if (url.startsWith('/large')) {
    reply.end(
      JSON.stringify({ items: Array.from({ length: 60 }, () => 'x'.repeat(1_000_000)), next: `${url}+` }),
    )
  } else if (url === '/packed') {
    reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('[{"n":1}]'))
  } else if (url === '/packed-cut') {
    const packed = gzipSync(JSON.stringify(Array.from({ length: 1000 }, (_, n) => ({ n: n * n }))))
    reply.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length / 2))
  } else if (url === '/bomb') {
    reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`[${' '.repeat(200_000_000)}]`))
  } else if (url === '/unknown-packing') reply.writeHead(200, { 'content-encoding': 'rar' }).end('x')
  else if (url === '/cut') reply.end('{"items":[{"n":1},{"n":2')
  else if (url === '/not-utf8') reply.end(Buffer.from('[{"a":"caf\u00e9"}]', 'latin1'))
  else if (url === '/not-utf8-name') reply.end(Buffer.from('[{"caf\u00e9":1}]', 'latin1'))
  else if (url === '/dropped') {
    reply.write('{"items":[{"n":1},')
    setTimeout(() => reply.destroy(), 20)
  } else if (url === '/deep') reply.end(`[{"a":${'['.repeat(5000)}${']'.repeat(5000)}}]`)
  else if (url === '/wide') {
    reply.end(`[${Array.from({ length: 20_000 }, (_, n) => `{"k${n}":1}`).join(',')}]`)
  } else if (url === '/late') {
    reply.end(JSON.stringify([...Array.from({ length: 20_000 }, (_, n) => ({ n })), { last: 'here' }]))
  } else if (url === '/slow') reply.write('[')
  else if (url === '/private') {
    if (headers.authorization === `Basic ${Buffer.from('u:p').toString('base64')}`) reply.end('[{"in":true}]')
    else reply.writeHead(401).end()
  } else reply.writeHead(404).end()
}

const at = (path: string, more = '') => `url: http://files.test${path}\n${more}`

const trials: ConnectorTrials = {
  types: {
    text: at('/types'),
    columns: [
      ['i', 'integer'],
      ['f', 'float'],
      ['b', 'boolean'],
      ['s', 'string'],
      ['o.a', null],
      ['l', null],
      ['o', null],
    ],
    cells: [
      ['1', '1.5', 'true', '"text"', '{"deep":1}', '[1,null]', 'null'],
      ['2', '2', 'false', '""', 'null', '[]', '{}'],
    ],
  },
  nulls: {
    text: at('/nulls'),
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
    ],
    cells: [
      ['null', '""'],
      ['1', 'null'],
    ],
  },
  empty: { text: at('/empty'), columns: [], cells: [] },
  duplicateNames: {
    text: at('/names'),
    columns: [
      ['a.b', 'integer'],
      ['a.b1', 'integer'],
    ],
    cells: [['2', '1']],
  },
  bigNumbers: {
    text: at('/big'),
    columns: [
      ['i', 'integer'],
      ['d', 'float'],
    ],
    cells: [['18446744073709551616', '0.1234567890123456789012']],
  },
  dates: null,
  unicode: {
    text: at('/unicode'),
    columns: [['表', 'string']],
    cells: [[JSON.stringify('😀 e\u0301 \\ "quoted" \t\n')]],
  },
  severalStatements: null,
  wrongText: { text: 'url: [', message: /flow/i },
  withoutResult: null,
  lateError: { text: at('/many-broken'), message: /^The answer broke off: / },
  manyRows: at('/many'),
  oversized: (place) => at(`/oversized-${place}`),
  slow: at('/slow'),
  endless: null,
  schema: null,
  lacks: {
    dates: 'JSON has no dates',
    severalStatements: 'a query is one document',
    withoutResult: 'every document is a result',
    endless: 'a document is read whole',
    schema: 'there is nothing to list',
  },
}

connectorSuite(json, trials, async () => {
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

describe('json queries', () => {
  let server: Awaited<ReturnType<typeof startDocumentServer>>
  beforeAll(async () => {
    server = await startDocumentServer(answer)
  })
  afterAll(() => server.stop())

  const run = async (text: string, options: Record<string, unknown> = {}) => {
    const session = await json.open(
      options,
      { fetch: server.fetch, engineMemoryMb: 128 } as unknown as ConnectorHost,
      AbortSignal.timeout(1000),
    )
    const sink = recordingSink()
    await session.run(text, sink, AbortSignal.timeout(60_000))
    return sink
  }

  it('follows pages by address and by token', async () => {
    const byUrl = await run(at('/page/1', 'path: items\npagination: {type: url, path: _links.next.href}'))
    expect(byUrl.cells).toEqual([['1'], ['2']])
    const byToken = await run(at('/token', 'path: items\npagination: {type: token}'))
    expect(byToken.cells).toEqual([['1'], ['2']])
    for (const none of ['false', 'null', '""']) {
      for (const pagination of [
        '{type: url, path: links.next}',
        '{type: token, fields: [links.next, page]}',
      ]) {
        const text = at(`/next?value=${encodeURIComponent(none)}`, `path: items\npagination: ${pagination}`)
        expect((await run(text)).cells).toEqual([['1']])
      }
    }
    await expect(run(at('/stuck', 'pagination: {type: token}'))).rejects.toThrow(
      'next_page_token did not change; possible misconfiguration',
    )
  })

  it('resolves addresses against the base and signs in with the credentials of the source', async () => {
    const options = { base_url: 'http://files.test/', username: 'u', password: 'p' }
    expect((await run('url: private', options)).cells).toEqual([['true']])
    await expect(run('url: private', { base_url: 'http://files.test/' })).rejects.toThrow('status 401')
    await expect(run('url: private')).rejects.toThrow('"private" is not a valid URL.')
  })

  it('sends the credentials of the source to its base URL only, whatever address a query names', async () => {
    const basic = `"Basic ${Buffer.from('u:p').toString('base64')}"`
    const options = { base_url: 'http://files.test/', username: 'u', password: 'p' }
    const cells = async (text: string, given: object = options) =>
      (await run(`${text}\npath: items`, { ...given })).cells
    expect(await cells('url: echo')).toEqual([[basic, 'null']])
    expect(await cells('url: http://files.test/echo')).toEqual([[basic, 'null']])
    expect(await cells('url: http://other.test/echo')).toEqual([['null', 'null']])
    expect(await cells('url: http://files.test:81/echo')).toEqual([['null', 'null']])
    expect(await cells('url: http://other.test/echo', { username: 'u', password: 'p' })).toEqual([
      ['null', 'null'],
    ])
    // a query's own credentials go to the origin it names, pages on other hosts get none
    expect(await cells('url: http://other.test/echo\nauth: [u, p]\nheaders: {x-key: k}')).toEqual([
      [basic, '"k"'],
    ])
    const paged = 'url: echo\nheaders: {x-key: k}\npagination: {type: url, path: next}'
    expect(await cells(paged)).toEqual([
      [basic, '"k"'],
      ['null', 'null'],
    ])
  })

  it('wants a base URL for credentials', () => {
    expect(String(json.validate?.({ username: 'u', password: 'p' }))).toMatch('Base URL')
    expect(String(json.validate?.({ username: 'u', password: 'p', base_url: 'nonsense' }))).toMatch(
      'Base URL',
    )
    expect(json.validate?.({ username: 'u', password: 'p', base_url: 'https://a.test/x' })).toBeNull()
    expect(json.validate?.({})).toBeNull()
  })

  it.each([
    ['url', '{"error":"busy"}', 'an object instead of an address'],
    ['url', '["a"]', 'a list instead of an address'],
    ['url', '7', '7 instead of an address'],
    ['token', '{}', 'an object instead of a text or number'],
    ['token', 'true', 'true instead of a text or number'],
  ])('does not take a next page of type %s that is %s for the end', async (type, next, message) => {
    const place = type === 'url' ? 'path: links.next' : 'fields: [links.next, page]'
    const more = `path: items\npagination: {type: ${type}, ${place}}`
    await expect(run(at(`/next?value=${encodeURIComponent(next)}`, more))).rejects.toThrow(
      `links.next names no next page: it is ${message}.`,
    )
  })

  it('limits all pages together', async () => {
    const pages = run(at('/large', 'path: items\npagination: {type: url, path: next}'))
    await expect(pages).rejects.toThrow('The answer is larger than 100 MB')
  })

  it('says what is wrong with an answer', async () => {
    await expect(run(at('/html'))).rejects.toThrow('The answer is not JSON')
    await expect(run(at('/types', 'path: a.b'))).rejects.toThrow("Couldn't find path a.b in response.")
    await expect(run(at('/nosuch'))).rejects.toThrow('status 404')
  })

  it('loses no cell when a nested name equals another name', async () => {
    const sink = await run(at('/collisions'))
    expect(sink.names).toEqual(['a.b', 'a.b.c', 'id', 'a.b.c1', 'a.b1', 'a.b.c2'])
    const rows = sink.cells.map((row) => Object.fromEntries(row.map((cell, at) => [sink.names[at], cell])))
    expect(rows).toMatchObject([
      { 'a.b1': '1', 'a.b.c2': '2' },
      { 'a.b': '5', 'a.b.c': '4' },
      { 'a.b1': '7', 'a.b.c1': '6' },
    ])
    const some = await run(at('/collisions', 'fields: [id, a.b]'))
    expect(some.names).toEqual(['id', 'a.b', 'a.b1', 'a.b.c'])
    expect(some.cells.map((row) => row.filter((cell) => cell !== 'null').length)).toEqual([2, 1, 2])
  })

  it('keeps keys apart that differ in case, accents, white space and half characters', async () => {
    const sink = await run(at('/odd-keys'))
    expect(sink.names).toEqual(['.', 'A', 'a', 'é', 'e\u0301', 'a\u0000', '\ud800', '\ud801', 'a '])
    expect(sink.cells).toEqual([['4', '2', '3', '5', '6', '7', '8', '9', '10']])
  })

  it('takes the last value of a key that an object has twice', async () => {
    const sink = await run(at('/twice'))
    expect([sink.names, sink.cells]).toEqual([['a', 'b', 'c.e'], [['3', '2', '2']]])
  })

  it('takes keys that name parts of JavaScript for data', async () => {
    const sink = await run(at('/native'))
    expect(sink.names).toEqual(['constructor', 'a', '__proto__.x', 'toString', '__proto__', 'hasOwnProperty'])
    expect(sink.cells).toEqual([
      ['1', '1', 'null', 'null', 'null', 'null'],
      ['null', '2', 'null', 'null', 'null', 'null'],
      ['null', '3', '1', '"t"', 'null', 'null'],
      ['null', 'null', 'null', 'null', '"p"', 'false'],
    ])
    expect((await run(at('/native', 'fields: [constructor]'))).cells).toEqual([
      ['1'],
      ['null'],
      ['null'],
      ['null'],
    ])
  })

  it('finds a column that appears first in the last row', async () => {
    const sink = await run(at('/late'))
    expect([sink.names, sink.types]).toEqual([
      ['n', 'last'],
      ['integer', 'string'],
    ])
    expect([sink.cells.length, sink.cells[0], sink.cells.at(-1)]).toEqual([
      20_001,
      ['0', 'null'],
      ['null', '"here"'],
    ])
  })

  it.each([
    ['/null-rows', ['id'], [['1'], ['null'], ['2'], ['null']]],
    ['/null-values', ['value'], [['1'], ['null']]],
    ['/only-nulls', ['value'], [['null'], ['null']]],
    ['/empty-objects', ['a'], [['{}'], ['{}']]],
  ])('loses no row and no cell of %s', async (path, names, cells) => {
    const sink = await run(at(path))
    expect([sink.names, sink.cells]).toEqual([names, cells])
  })

  it('types a column by long numbers as by others', async () => {
    const sink = await run(at('/long-numbers'))
    expect([sink.names, sink.types]).toEqual([
      ['id', 'late', 'mixed'],
      ['integer', 'integer', 'float'],
    ])
    expect(sink.cells).toEqual([
      ['9007199254740993', '1', '1'],
      ['1', '9007199254740993', '0.1234567890123456789'],
    ])
  })

  it('takes null in the place of the rows for no rows', async () => {
    expect((await run(at('/null', 'path: items'))).cells).toEqual([])
  })

  it.each(['/not-utf8', '/not-utf8-name'])('refuses bytes that are no text: %s', async (path) => {
    await expect(run(at(path))).rejects.toThrow('The answer is not JSON: it has bytes that are not UTF-8.')
  })

  it('unpacks an answer, up to the limit', async () => {
    expect((await run(at('/packed'))).cells).toEqual([['1']])
    await expect(run(at('/bomb'))).rejects.toThrow('The answer is larger than 100 MB')
  })

  it.each([
    ['/cut', 'The answer is not JSON: it ends in the middle, after 24 bytes.'],
    ['/dropped', 'The answer broke off: '],
    ['/packed-cut', 'The answer broke off: It cannot be unpacked: unexpected end of file.'],
    ['/unknown-packing', 'packed in a way that Sextant does not know: rar'],
    ['/deep', 'The answer is nested too deeply: more than 500 objects and lists within each other.'],
    ['/wide', 'The result has more than 5,000 columns; the limit is 5,000.'],
  ])('refuses %s, and never gives a part of it for the whole', async (path, message) => {
    const failure = await run(at(path, path === '/cut' || path === '/dropped' ? 'path: items' : '')).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as Error).message).toContain(message)
  })
})
