import { QueryFailed } from '../../connector-errors.ts'
import { builtInKind, kindOfCode, type NumberKind, textOfSerial } from './excel-formats.ts'
import { type FileReading, type FileRow, requireFewColumns } from './file-rows.ts'
import { attributeOf, xmlTokens } from './xml-tokens.ts'
import { damaged, type ZipArchive, zipArchive } from './zip-archive.ts'

/** Max bytes of a workbook: it is read in places, so all of it is in memory. */
const maxBytes = 128_000_000

export interface Workbook {
  archive: ZipArchive
  /** by name: their parts */
  sheets: ReadonlyMap<string, string>
  strings: readonly string[]
  kinds: readonly NumberKind[]
  has1904: boolean
}

/** What all sheets of a workbook have in common. */
export async function openWorkbook(chunks: AsyncIterable<Uint8Array>): Promise<Workbook> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    pieces.push(Buffer.from(chunk))
    length += chunk.length
    if (length > maxBytes)
      throw new QueryFailed(`Excel workbooks may have ${maxBytes / 1_000_000} MB. Save the sheet as CSV.`)
  }
  const archive = zipArchive(Buffer.concat(pieces))
  const { sheets, has1904 } = await readSheets(archive)
  return { archive, sheets, has1904, strings: await readStrings(archive), kinds: await readKinds(archive) }
}

async function readSheets(archive: ZipArchive): Promise<Pick<Workbook, 'sheets' | 'has1904'>> {
  const targets = new Map<string, string>()
  for await (const tokens of xmlTokens(archive.open('xl/_rels/workbook.xml.rels'))) {
    for (const token of tokens) {
      if (token.kind !== 'begin' || token.name !== 'Relationship') continue
      const target = attributeOf(token.attributes, 'Target') ?? ''
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      targets.set(attributeOf(token.attributes, 'Id') ?? '', path)
    }
  }
  const sheets = new Map<string, string>()
  let has1904 = false
  for await (const tokens of xmlTokens(archive.open('xl/workbook.xml'))) {
    for (const token of tokens) {
      if (token.kind !== 'begin') continue
      const { name, attributes } = token
      if (name === 'workbookPr') has1904 = /^(1|true)$/.test(attributeOf(attributes, 'date1904') ?? '')
      const part = targets.get(attributeOf(attributes, '[\\w]+:id') ?? '')
      if (name === 'sheet' && part !== undefined && archive.names.has(part))
        sheets.set(attributeOf(attributes, 'name') ?? '', part)
    }
  }
  if (sheets.size === 0) throw damaged('it has no sheet')
  return { sheets, has1904 }
}

/** Texts that several cells share. How their words are pronounced is left out. */
async function readStrings(archive: ZipArchive): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isSpoken = false
  for await (const tokens of xmlTokens(archive.open('xl/sharedStrings.xml'))) {
    for (const token of tokens) {
      if (token.kind === 'text') {
        if (isText && !isSpoken) text += token.text
      } else if (token.kind === 'begin') {
        isText = token.name === 't' && !token.isEmpty
        if (token.name === 'rPh') isSpoken = true
        if (token.name === 'si') {
          text = ''
          if (token.isEmpty) strings.push('')
        }
      } else {
        isText = false
        if (token.name === 'rPh') isSpoken = false
        if (token.name === 'si') strings.push(unescaped(text))
      }
    }
  }
  return strings
}

/** By the number of the style. */
async function readKinds(archive: ZipArchive): Promise<NumberKind[]> {
  const codes = new Map<number, NumberKind>()
  const kinds: NumberKind[] = []
  let isInCells = false
  for await (const tokens of xmlTokens(archive.open('xl/styles.xml'))) {
    for (const token of tokens) {
      if (token.kind === 'text') continue
      if (token.name === 'cellXfs') isInCells = token.kind === 'begin'
      if (token.kind !== 'begin') continue
      const id = Number(attributeOf(token.attributes, 'numFmtId') ?? 0)
      if (token.name === 'numFmt')
        codes.set(id, kindOfCode(attributeOf(token.attributes, 'formatCode') ?? ''))
      if (token.name === 'xf' && isInCells) kinds.push(codes.get(id) ?? builtInKind(id))
    }
  }
  return kinds
}

/** Cells are JSON texts, so that a text of digits stays a text. `sheet`: its name; absent: the first one. */
export function xlsxReading(
  workbook: Workbook,
  { sheet, has_header: hasHeader = true }: { sheet?: string; has_header?: boolean },
): FileReading {
  const [first = ''] = workbook.sheets.keys()
  const part = workbook.sheets.get(sheet ?? first)
  if (part === undefined) {
    const names = [...workbook.sheets.keys()].slice(0, 20).join(', ')
    throw new QueryFailed(`There is no sheet "${sheet}". The file has: ${names}.`)
  }
  const names: string[] = []
  return { names, groups: readGroups(workbook, part, hasHeader, names) }
}

async function* readGroups(
  workbook: Workbook,
  part: string,
  hasHeader: boolean,
  names: string[],
): AsyncGenerator<FileRow[]> {
  let isHead = hasHeader
  for await (const rows of sheetRows(workbook, part)) {
    const found: FileRow[] = []
    for (const { number, cells } of rows) {
      if (cells.every((cell) => cell === null)) continue
      if (isHead) {
        names.push(...cells.map((cell) => nameOf(cell)))
        isHead = false
        continue
      }
      while (names.length < cells.length) names.push(`column_${names.length + 1}`)
      found.push({ place: `Row ${number}`, cells })
    }
    yield found
  }
}

function nameOf(cell: string | null): string {
  if (cell === null) return ''
  return cell.startsWith('"') ? JSON.parse(cell) : cell
}

interface SheetRow {
  number: string
  cells: (string | null)[]
}

async function* sheetRows(workbook: Workbook, part: string): AsyncGenerator<SheetRow[]> {
  let row: SheetRow | null = null
  let count = 0
  let cell: { at: number; type: string; style: number; text: string } | null = null
  let isText = false
  for await (const tokens of xmlTokens(workbook.archive.open(part))) {
    const found: SheetRow[] = []
    for (const token of tokens) {
      if (token.kind === 'text') {
        if (cell !== null && isText) cell.text += token.text
      } else if (token.kind === 'begin') {
        const { name, attributes } = token
        if (name === 'row') {
          count++
          row = token.isEmpty ? null : { number: attributeOf(attributes, 'r') ?? String(count), cells: [] }
        } else if (name === 'c' && row !== null && !token.isEmpty) {
          cell = {
            at: placeOf(attributeOf(attributes, 'r')) ?? row.cells.length,
            type: attributeOf(attributes, 't') ?? 'n',
            style: Number(attributeOf(attributes, 's') ?? 0),
            text: '',
          }
        } else isText = (name === 'v' || name === 't') && !token.isEmpty
      } else {
        isText = false
        if (token.name === 'c' && cell !== null && row !== null) {
          const value = cellValue(workbook, cell)
          if (value !== null) {
            // before the places in between are filled
            requireFewColumns(cell.at + 1)
            while (row.cells.length <= cell.at) row.cells.push(null)
            row.cells[cell.at] = value
          }
          cell = null
        } else if (token.name === 'row' && row !== null) {
          found.push(row)
          row = null
        }
      }
    }
    if (found.length > 0) yield found
  }
}

/** `AB12`: 27 */
function placeOf(reference: string | null): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return null
  let place = 0
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64
  return place - 1
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function cellValue(
  { strings, kinds, has1904 }: Workbook,
  { type, style, text }: { type: string; style: number; text: string },
): string | null {
  switch (type) {
    case 's': {
      const shared = strings[Number(text)]
      if (shared === undefined) throw damaged('a cell has a text that is not there')
      return shared === '' ? null : JSON.stringify(shared)
    }
    case 'b':
      return text === '1' || text === 'true' ? 'true' : 'false'
    case 'n': {
      if (text === '') return null
      if (!number.test(text)) throw damaged(`"${text.slice(0, 50)}" stands in the place of a number`)
      const time = textOfSerial(Number(text), kinds[style] ?? 'number', has1904)
      return time === null ? text : JSON.stringify(time)
    }
    case 'e':
      // #N/A says that there is no value; the others are errors that a person should see
      return text === '#N/A' ? null : JSON.stringify(text)
    default:
      return text === '' ? null : JSON.stringify(unescaped(text))
  }
}

/** How spreadsheets write characters that XML does not have. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
