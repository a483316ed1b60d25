import { breaks } from '../breaks.ts'
import type { Sink } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { flatRows } from '../flat-rows.ts'
import { bytesOf } from '../http-answer.ts'
import { cutList, itemsOf, readString } from '../json-cut.ts'
import { jsonSlicer } from '../json-slices.ts'
import { EnoughRows, runRemotely } from '../remote-run.ts'
import { maxColumns, requireColumns } from '../result-limits.ts'
import { jsonOfTyped } from './cypher-values.ts'
import { askNeo4j, type CypherRequest, failureIn, type Neo4jLink } from './neo4j-link.ts'

/** Runs a statement; its rows go to the sink while they arrive, its types are those of the values. */
export async function runCypher(
  link: Neo4jLink,
  request: CypherRequest,
  sink: Sink,
  signal: AbortSignal,
  end: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  try {
    await runRemotely({ signal, end }, async (run) => {
      await feedCypher(await askNeo4j(link, request, run.signal), sink)
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
}

/** The columns are known from the beginning, and their types by the values in so much of the answer. */
const maxHeld = 8_000_000

/** `{"data": {"fields": […], "values": [[…], …]}, "errors": […]}`; errors may follow after any row. */
async function feedCypher(reply: Response, sink: Sink): Promise<void> {
  const rest = breaks()
  const rows = flatRows(sink, 'Return the same columns in each row.', { maxHeld })
  const fields: string[] = []
  let isDeclared = false
  const arrived: string[] = []
  let errors = ''
  const heads = jsonSlicer({ rows: ['data', 'fields'], other: null }, ({ text }) => {
    for (const field of cutList(`[${text}]`, maxColumns + 1)) fields.push(readString(field) ?? field)
    requireColumns(fields)
  })
  const slicer = jsonSlicer({ rows: ['data', 'values'], other: ['errors'] }, ({ kind, text }) => {
    if (kind === 'other') errors = text
    else arrived.push(text)
  })
  const deliver = async () => {
    if (!isDeclared && arrived.length > 0) {
      isDeclared = true
      rows.declare(fields)
    }
    for (const slice of arrived.splice(0)) {
      for (const row of itemsOf(`[${slice}]`)) {
        const added = rows.add(cellsOf(row, fields))
        if (added !== null) await added
        await rest()
      }
    }
  }
  for await (const part of bytesOf(reply)) {
    heads.write(part)
    slicer.write(part)
    await deliver()
    await rest()
  }
  // an answer that has errors may have nothing else
  const failure = errors === '' ? null : failureIn(errors)
  if (failure !== null) throw failure
  heads.finish()
  slicer.finish()
  await deliver()
  if (!isDeclared) rows.declare(fields)
  await rows.finish()
}

/** A row is parsed by itself: numbers are texts in it. */
function cellsOf(row: string, fields: readonly string[]): [string, string][] {
  let values: unknown
  try {
    values = JSON.parse(row)
  } catch (error) {
    throw new QueryFailed('The server sent a row that is not JSON.', { cause: error })
  }
  if (!Array.isArray(values) || values.length !== fields.length) {
    throw new QueryFailed('The server sent a row that has not as many values as there are columns.')
  }
  return values.map((value, at) => [fields[at] as string, jsonOfTyped(value)])
}
