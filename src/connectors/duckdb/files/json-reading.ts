import { QueryFailed } from '../../connector-errors.ts'
import { itemsOf, membersOf } from '../../json-cut.ts'
import { jsonSlicer } from '../../json-slices.ts'
import { isJsonText } from '../../json-text.ts'
import { maxColumns } from '../../result-limits.ts'
import { atLine, decodeText } from './decode-text.ts'
import { type CellRules, type FileReading, type FileRow, requireFewColumns } from './file-rows.ts'
import { type CellEvidence, textEvidence, textReader } from './text-types.ts'

/** Cells are JSON texts: numbers keep their digits. */
export const jsonCells: CellRules = {
  evidence: jsonEvidence,
  reader(type) {
    const read = textReader(type)
    return (cell) => {
      if (cell.startsWith('"')) return read(JSON.parse(cell))
      if (!isNested(cell)) return read(cell)
      // objects and lists stay what they are
      return type === 'string' ? cell : null
    }
  },
}

const isNested = (cell: string) => cell.startsWith('{') || cell.startsWith('[')
const isNumber = (cell: string) => /^[-\d]/.test(cell)

function jsonEvidence(): CellEvidence {
  const texts = textEvidence(['date', 'datetime'])
  const numbers = textEvidence(['integer', 'float'])
  const kinds = new Set<'text' | 'number' | 'boolean' | 'nested'>()
  return {
    see(cell) {
      if (cell.startsWith('"')) {
        kinds.add('text')
        texts.see(JSON.parse(cell))
      } else if (isNested(cell)) kinds.add('nested')
      else if (isNumber(cell)) {
        kinds.add('number')
        numbers.see(cell)
      } else kinds.add('boolean')
    },
    type() {
      const [only] = kinds
      if (kinds.size !== 1 || only === 'nested') return 'string'
      if (only === 'boolean') return 'boolean'
      return only === 'text' ? texts.type() : numbers.type()
    },
  }
}

/** A list of objects, or one object. */
export function jsonReading(chunks: AsyncIterable<Uint8Array>): FileReading {
  const rows = rowsWithNames()
  return { names: rows.names, groups: listGroups(chunks, rows) }
}

/** An object on each line. */
export function ndjsonReading(chunks: AsyncIterable<Uint8Array>, encoding: string | undefined): FileReading {
  const rows = rowsWithNames()
  return { names: rows.names, groups: lineGroups(decodeText(chunks, encoding), rows) }
}

type Rows = ReturnType<typeof rowsWithNames>

async function* listGroups(chunks: AsyncIterable<Uint8Array>, rows: Rows): AsyncGenerator<Iterable<FileRow>> {
  let found: string[] = []
  let count = 0
  const slicer = jsonSlicer({ rows: [], other: null }, ({ kind, text }) => {
    found.push(kind === 'elements' ? `[${text}]` : `[\n${text}\n]`)
  })
  function* take(): Generator<FileRow> {
    const taken = found
    found = []
    for (const list of taken) {
      for (const item of itemsOf(list)) yield rows.read(item, `Row ${atLine(++count)}`)
    }
  }
  try {
    for await (const chunk of chunks) {
      slicer.write(chunk)
      if (found.length > 0) yield take()
    }
    slicer.finish()
    yield take()
  } catch (error) {
    if (!(error instanceof QueryFailed)) throw error
    throw new QueryFailed(error.message.replace(/^The answer/, 'The file'), { cause: error })
  }
}

const maxLineCharacters = 10_000_000

async function* lineGroups(texts: AsyncIterable<string>, rows: Rows): AsyncGenerator<Iterable<FileRow>> {
  let begun: string[] = []
  let length = 0
  let line = 0
  function* read(lines: readonly string[]): Generator<FileRow> {
    for (const text of lines) {
      line++
      const own = text.trim()
      if (own !== '') yield rows.read(own, `Line ${atLine(line)}`)
    }
  }
  for await (const text of texts) {
    const [head = '', ...others] = text.split('\n')
    begun.push(head)
    length += head.length
    if (length > maxLineCharacters) {
      throw new QueryFailed(
        `Line ${atLine(line + 1)} is longer than ${maxLineCharacters / 1_000_000} million characters. If the file is one JSON document, choose the format JSON.`,
      )
    }
    const last = others.pop()
    if (last === undefined) continue
    const lines = [begun.join(''), ...others]
    begun = [last]
    length = last.length
    yield read(lines)
  }
  yield read([begun.join('')])
}

/** Members become columns in the order in which they are first seen. */
function rowsWithNames() {
  const names: string[] = []
  const places = new Map<string, number>()
  const placeOf = (name: string) => {
    const known = places.get(name)
    if (known !== undefined) return known
    requireFewColumns(names.length + 1)
    places.set(name, names.length)
    return names.push(name) - 1
  }
  return {
    names,
    read(text: string, place: string): FileRow {
      // the cutters separate members without reading them
      if (!isJsonText(text)) throw new QueryFailed(`${place} is not JSON.`)
      if (!text.startsWith('{')) throw new QueryFailed(`${place} is not an object: {"name": value, …}.`)
      const cells: (string | null)[] = []
      for (const [name, value] of membersOf(text, maxColumns)) {
        const at = placeOf(name)
        while (cells.length <= at) cells.push(null)
        cells[at] = value === 'null' ? null : value
      }
      return { place, cells }
    },
  }
}
