import { breaks } from '../breaks.ts'
import type { Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { encodeText, refuseCell } from '../encode-cell.ts'
import { bytesOf } from '../http-answer.ts'
import { jsonDouble, jsonString } from '../json-cells.ts'
import { cutList, cutObject, itemsOf } from '../json-cut.ts'
import { jsonSlicer } from '../json-slices.ts'
import { pulledFeed } from '../remote-run.ts'

/** Bytes of one series, which is held as a whole: a million points or more. */
const maxSeries = 32_000_000
/** members of a series: its name, its tags, its points */
const maxMembers = 100

/** Feeds `[{"target", "datapoints": [[value, time], …]}, …]` to a sink while it arrives, in turns. */
export async function feedDatapoints(reply: Response, sink: Sink): Promise<void> {
  const rest = breaks()
  const feed = pulledFeed(sink)
  const arrived: string[] = []
  /** since the last series that is whole */
  let bytes = 0
  const slicer = jsonSlicer({ rows: [], other: null }, ({ kind, text }) => {
    if (kind !== 'elements') throw new QueryFailed('The server sent what is no list of series.')
    arrived.push(text)
    bytes = 0
  })
  sink.columns([
    { name: 'Time::x', type: 'datetime', encode: encodeSeconds },
    { name: 'value::y', type: 'float', encode: jsonDouble },
    { name: 'name::series', type: 'string', encode: jsonString },
  ])
  const give = async () => {
    for (const slice of arrived.splice(0)) {
      for (const series of itemsOf(`[${slice}]`)) {
        const members = cutObject(series, maxMembers)
        const name = members.get('target') ?? '""'
        for (const point of itemsOf(members.get('datapoints') ?? '[]')) {
          const [value, time, ...others] = cutList(point, 3)
          if (value === undefined || time === undefined || others.length > 0) {
            throw new QueryFailed('The server sent a point that is not a value and a time.')
          }
          feed.push([time, value === 'null' ? null : value, name], point.length + name.length)
          await feed.room()
          await rest()
        }
        await rest()
      }
    }
  }
  for await (const part of bytesOf(reply)) {
    bytes += part.length
    slicer.write(part)
    if (bytes > maxSeries) throw new QueryFailed(seriesTooLarge)
    await give()
    await rest()
  }
  slicer.finish()
  await give()
  await feed.finish()
}

const seriesTooLarge = `A series of the answer is larger than ${maxSeries / 1_000_000} MB. Choose a shorter time, or fewer points with 'maxDataPoints'.`

function encodeSeconds(cell: unknown): string {
  const text = String(cell)
  const moment = new Date(/^-?\d{1,12}(?:\.\d+)?$/.test(text) ? Math.round(Number(text) * 1000) : Number.NaN)
  return Number.isNaN(moment.getTime()) ? refuseCell(text, 'datetime') : encodeText(moment.toISOString())
}
