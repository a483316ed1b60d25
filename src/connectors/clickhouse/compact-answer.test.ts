import { expect, it } from 'vitest'
import { QueryFailed } from '../connector-errors.ts'
import { recordingSink } from '../recording-sink.ts'
import { readCompact } from './compact-answer.ts'

const run = { signal: new AbortController().signal, touch() {} }

/** Reads an answer that comes in parts of this size. */
async function read(text: string, size = 7, breaksOff = false) {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + size))
      else if (breaksOff) controller.error(new TypeError('terminated'))
      else controller.close()
      at += size
    },
  })
  const sink = recordingSink()
  const end = await readCompact(new Response(body), sink, run)
  return { sink, end }
}

const head =
  '{\n\t"meta":\n\t[\n\t\t{\n\t\t\t"name": "a",\n\t\t\t"type": "Nullable(Int64)"\n\t\t},\n\t\t{\n\t\t\t"name": "é",\n\t\t\t"type": "String"\n\t\t}\n\t],\n\n\t"data":\n\t[\n'
const tail =
  '\n\t],\n\n\t"rows": 2,\n\n\t"statistics":\n\t{\n\t\t"elapsed": 0.1,\n\t\t"rows_read": 2,\n\t\t"bytes_read": 16\n\t}\n}\n'
const rows = '\t\t["9223372036854775807", "x"],\n\t\t[null, "😀 \\n ], [1"]'

it.each([1, 2, 3, 7, 1000])('rows are whole whatever parts they come in: %d bytes', async (size) => {
  const { sink, end } = await read(head + rows + tail, size)
  expect(sink.names).toEqual(['a', 'é'])
  expect(sink.cells).toEqual([
    ['9223372036854775807', '"x"'],
    ['null', '"😀 \\n ], [1"'],
  ])
  expect(end).toEqual({ hasResult: true, readBytes: 16 })
})

it('an answer without anything has no result', async () => {
  expect((await read('\n')).end).toEqual({ hasResult: false, readBytes: null })
})

const lost = /The connection to the server was lost/
const told = /^Code: 395\. DB::Exception: Value passed to 'throwIf' is non-zero\.$/
const exception = "Code: 395. DB::Exception: Value passed to 'throwIf' is non-zero."

it.each([
  ['that ends in its head', head.slice(0, 60), /unexpected form/],
  ['that ends after its head', head, lost],
  ['that ends between rows', `${head}\t\t[1, "x"],\n`, lost],
  ['that ends within a row', `${head}\t\t[1, "x`, /not JSON of the expected form/],
  ['that ends before its end', head + rows + tail.slice(0, -4), lost],
  ['with an error at once', exception, told],
  ['with an error after rows', `${head}\t\t[1, "x"],\n${exception}\n`, told],
  [
    'with an error in marks',
    `${head}\t\t[1, "x"],\r\n__exception__\r\nabc\r\n${exception}\n66 abc\r\n__exception__\r\n`,
    told,
  ],
  [
    'with an error as a member',
    `${head}${rows}\n\t],\n\n\t"rows": 2,\n\n\t"exception": ${JSON.stringify(exception)}\n}\n`,
    told,
  ],
  ['of another format', '1,"x"\n2,"y"\n', /leave it out/],
  ['with a row of another length', `${head}\t\t[1]${tail}`, /a row of 1 cells for 2 columns/],
  ['with a number that is none', `${head}\t\t[true, "x"]${tail}`, /as a value of type integer/],
])('an answer %s is an error', async (_, text, message) => {
  for (const breaksOff of [false, true]) {
    const failure = await read(text, 50, breaksOff).catch((error: unknown) => error)
    if (breaksOff && !(message === told)) continue
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as Error).message).toMatch(message)
  }
})

it('rows may be objects over several lines', async () => {
  const objects =
    '\t\t{\n\t\t\t"a": 1,\n\t\t\t"é": "x"\n\t\t},\n\t\t{\n\t\t\t"a": null,\n\t\t\t"é": "}"\n\t\t}'
  const { sink } = await read(head + objects + tail)
  expect(sink.cells).toEqual([
    ['1', '"x"'],
    ['null', '"}"'],
  ])
})

it('totals are a last row', async () => {
  const { sink } = await read(`${head}${rows}\n\t],\n\n\t"totals": [5, ""],${tail.slice(4)}`)
  expect(sink.cells.at(-1)).toEqual(['5', '"Total"'])
})
