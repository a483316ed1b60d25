import { describe, expect, it } from 'vitest'
import { QueryFailed } from '../connector-errors.ts'
import { recordingSink } from '../recording-sink.ts'
import { countTurns } from '../rogue-server.ts'
import { feedSeries } from './series-feed.ts'

const head = '{"status":"success","data":{"resultType":"matrix","result":['
const tail = ']}}'

/** Sends the text so many times, in parts as a network does, and counts them. */
function replyOf(first: string, repeated: string, count: number, last: string) {
  const perPart = Math.max(1, Math.floor(64_000 / repeated.length))
  const part = Buffer.from(repeated.repeat(perPart))
  const sent = { bytes: 0 }
  function* parts() {
    yield Buffer.from(first)
    for (let at = 0; at < count; at += perPart) {
      sent.bytes += part.length
      yield part
    }
    yield Buffer.from(last)
  }
  const all = parts()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = all.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
  })
  return { reply: new Response(body), sent }
}

const series = (label: string) => `{"metric":{"${label}":"x"},"values":[[1,"2"]]}`

describe('series of Prometheus', () => {
  it('fill the columns of all, also with labels named like the first columns', async () => {
    const sink = recordingSink()
    await feedSeries(new Response(`${head}${series('value')},${series('b')}${tail}`), sink)
    expect(sink.cells).toEqual([
      ['"1970-01-01T00:00:01.000Z"', '2', '"x"', 'null'],
      ['"1970-01-01T00:00:01.000Z"', '2', 'null', '"x"'],
    ])
  })

  it('take turns when hundreds of thousands of them are empty', async () => {
    const { reply } = replyOf(head, '{},', 300_000, `{}${tail}`)
    const turns = countTurns()
    const sink = recordingSink()
    await feedSeries(reply, sink)
    expect(turns()).toBeGreaterThan(3)
    expect(sink.cells).toEqual([])
  })

  it('are passed on before the end of a long answer, which is not held', async () => {
    const { reply, sent } = replyOf(head, `${series('a')},`, 10_000_000, `${series('a')}${tail}`)
    const sink = recordingSink({ keepsCells: false, stopAfter: 1000 })
    await feedSeries(reply, sink).catch(() => {})
    expect(sink.batches.length).toBeGreaterThan(0)
    expect(sent.bytes).toBeLessThan(40_000_000)
  })

  it('with a label that comes only after what is held are refused by its name', async () => {
    const { reply } = replyOf(
      head,
      `{"metric":{},"x":"${'x'.repeat(60_000)}"},`,
      600,
      `${series('late')}${tail}`,
    )
    const failure = await feedSeries(reply, recordingSink({ keepsCells: false })).catch((error) => error)
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(String(failure)).toContain('"late" comes only after the first 32 MB')
  })

  it('are refused when one of them is larger than what is held of one', async () => {
    const { reply, sent } = replyOf(`${head}{"values":[`, '[1,"2"],', 10_000_000, `[1,"2"]]}${tail}`)
    await expect(feedSeries(reply, recordingSink())).rejects.toThrow('larger than 8 MB')
    expect(sent.bytes).toBeLessThan(9_000_000)
  })

  it('are refused with more labels than a result has columns', async () => {
    const many = Array.from({ length: 5001 }, (_, at) => series(`l${at}`)).join(',')
    await expect(feedSeries(new Response(head + many + tail), recordingSink())).rejects.toThrow('5,000')
  })

  it('with few labels among thousands are in batches bounded by cells', async () => {
    const wide = Object.fromEntries(Array.from({ length: 4990 }, (_, at) => [`l${at}`, 'x']))
    const first = `${head}{"metric":${JSON.stringify(wide)}},`
    const { reply } = replyOf(first, `${series('l7')},`, 1000, `${series('l7')}${tail}`)
    const sink = recordingSink({ keepsCells: false })
    await feedSeries(reply, sink)
    expect(Math.max(...sink.batches)).toBeLessThan(100)
  })
})
