import { breaks } from '../breaks.ts'
import type { Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { flatRows } from '../flat-rows.ts'
import { bytesOf } from '../http-answer.ts'
import { cutObject, itemsOf } from '../json-cut.ts'
import { jsonSlicer } from '../json-slices.ts'
import { maxColumns } from '../result-limits.ts'

/** Feeds `{"results": […], "errors": […]}` to a sink while it arrives; errors may follow after any row. */
export async function feedCouchbase(reply: Response, sink: Sink): Promise<void> {
  const rest = breaks()
  const rows = flatRows(sink, 'Select the fields you need by name.')
  const arrived: string[] = []
  let errors = ''
  const slicer = jsonSlicer({ rows: ['results'], other: ['errors'] }, ({ kind, text }) => {
    if (kind === 'other') errors = text
    else arrived.push(text)
  })
  const deliver = async () => {
    for (const slice of arrived.splice(0)) {
      for (const row of itemsOf(`[${slice}]`)) {
        const added = rows.add(cellsOf(row))
        if (added !== null) await added
        await rest()
      }
    }
  }
  for await (const part of bytesOf(reply)) {
    slicer.write(part)
    await deliver()
    await rest()
  }
  const failure = errors === '' ? null : failureIn(`{"errors":${errors}}`)
  if (failure !== null) throw failure
  slicer.finish()
  await deliver()
  await rows.finish()
}

/** The fields of a row, of which objects are opened once: `select *` has one for each keyspace. */
function* cellsOf(json: string): Generator<[name: string, json: string]> {
  if (!json.startsWith('{')) {
    yield ['value', json]
    return
  }
  for (const [name, value] of cutObject(json, maxColumns)) {
    const inner = value.startsWith('{') ? cutObject(value, maxColumns) : null
    if (inner === null || inner.size === 0) yield [name, value]
    else for (const [member, each] of inner) yield [`${name}.${member}`, each]
  }
}

/** More than this is not read. */
const maxErrors = 200_000

/** The errors of an answer as one; null: there is none. */
export function failureIn(json: string): QueryFailed | null {
  if (json.length > maxErrors) return new QueryFailed(json.slice(0, 1000))
  let errors: unknown
  try {
    errors = (JSON.parse(json) as { errors?: unknown } | null)?.errors
  } catch {
    return null
  }
  if (!Array.isArray(errors) || errors.length === 0) return null
  const all = errors as { code?: unknown; msg?: unknown; line?: unknown; column?: unknown }[]
  const [{ line, column } = {}] = all
  const told = all.map(({ code, msg }) => `${msg} (${code})`).join('; ')
  const [, ownLine, ownColumn] = /\b(?:line|Line) (\d+), column (\d+)/.exec(told) ?? []
  const place = typeof line === 'number' && typeof column === 'number' ? { line, column } : null
  const named = ownLine === undefined ? null : { line: Number(ownLine), column: Number(ownColumn) }
  return new QueryFailed(told, { position: place ?? named })
}
