import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import type { StoredLine } from './dashboard-runner.ts'
import { readResultLines } from './read-result-lines.ts'

function answerOf(pieces: readonly Uint8Array<ArrayBuffer>[], failure?: Error): Response {
  const left = [...pieces]
  return new Response(
    new ReadableStream({
      pull(controller) {
        const piece = left.shift()
        if (piece !== undefined) controller.enqueue(piece)
        else if (failure === undefined) controller.close()
        else controller.error(failure)
      },
    }),
  )
}

const neverAborted = new AbortController().signal

async function linesOf(answer: Response, signal = neverAborted): Promise<StoredLine[]> {
  const lines: StoredLine[] = []
  await readResultLines(answer, (line) => lines.push(line), signal)
  return lines
}

/** The lines with their results read. */
async function readLines(answer: Response) {
  const lines = await linesOf(answer)
  return Promise.all(
    lines.map(async (line) =>
      'read' in line ? { widget_ids: line.widget_ids, result: await line.read(neverAborted) } : line,
    ),
  )
}

const bytes = (text: string) => new TextEncoder().encode(text)

const result = (rows: string) =>
  `{"id":7,"query_hash":"h","query":"","data":{"columns":[{"name":"n","friendly_name":"n","type":"integer"}],"rows":${rows}},"data_source_id":1,"runtime":0.5,"retrieved_at":"2026-11-20T10:00:00Z"}`

const text = [
  `{"widget_ids":[1,2],"query_result":${result('[{"n":9007199254740993}]')}}`,
  '{"widget_ids":[3],"query_result_id":12}',
  '{"widget_ids":[4],"missing":true}',
  '{"widget_ids":[5],"error":{"code":"execution.paused","message":"Größe — paused."}}',
].join('\n')

describe('readResultLines', () => {
  const check = (lines: readonly unknown[]) => {
    expect(lines).toMatchObject([
      {
        widget_ids: [1, 2],
        result: { id: 7, rowCount: 1, runtime: 0.5, data: { rows: [{ n: '9007199254740993' }] } },
      },
      { widget_ids: [3], query_result_id: 12 },
      { widget_ids: [4], missing: true },
      { widget_ids: [5], error: { message: 'Größe — paused.' } },
    ])
  }

  it('reads every kind of line, and no digit is lost', async () =>
    check(await readLines(answerOf([bytes(text)]))))

  it('reads lines that come in pieces, letters cut in two', async () => {
    const all = bytes(`${text}\n\n`)
    for (const size of [1, 7, 100]) {
      const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
        all.slice(at * size, (at + 1) * size),
      )
      check(await readLines(answerOf(pieces)))
    }
  })

  it('tells each line as soon as it is there', async () => {
    const { promise: rest, resolve } = Promise.withResolvers<void>()
    const lines: StoredLine[] = []
    const answer = new Response(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(bytes('{"widget_ids":[4],"missing":true}\n{"widget_ids"'))
          await rest
          controller.enqueue(bytes(':[5],"missing":true}'))
          controller.close()
        },
      }),
    )
    const done = readResultLines(answer, (line) => lines.push(line), new AbortController().signal)
    await new Promise((next) => setTimeout(next, 5))
    expect(lines).toHaveLength(1)
    resolve()
    await done
    expect(lines).toHaveLength(2)
  })

  it('knows a result whatever stands before it', async () => {
    const turned = `{"query_result":${result('[]')},"widget_ids":[9]}`
    expect(await readLines(answerOf([bytes(turned)]))).toMatchObject([
      { widget_ids: [9], result: { id: 7, rowCount: 0 } },
    ])
  })

  it('reads no result before it is wanted', async () => {
    const broken = '{"widget_ids":[1],"query_result":{"data":{"rows":[{"n":'
    const [line] = await linesOf(answerOf([bytes(broken)]))
    expect(line).toMatchObject({ widget_ids: [1] })
    expect(() => line && 'read' in line && line.read(neverAborted)).toThrow(SyntaxError)
  })

  it('tells a connection that breaks', async () => {
    const broken = answerOf([bytes('{"widget_ids":[4],"missing":true}\n')], new TypeError('network error'))
    const failure = await linesOf(broken).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status: 0 })
  })

  it('stops when the caller aborts', async () => {
    const abort = new AbortController()
    abort.abort(new Error('left'))
    await expect(linesOf(answerOf([bytes(text)]), abort.signal)).rejects.toThrow('left')
  })
})
