import type { ResultColumn } from '#shared/results/results-api.ts'
import { maxCellLength } from './cut-text.ts'
import { type CutColumn, sheetOf, sheetText } from './sheet-text.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'

/** Max rows of a sheet, including its header. */
export const maxSheetRows = 1_048_576
/** A sheet also ends at this size: ZIP supports sizes up to 4 GB, and larger sheets are of no practical use. */
const maxSheetBytes = 2_000_000_000

interface WorkbookOptions {
  columns: readonly ResultColumn[]
  /** stored chunks, decompressed */
  chunks: AsyncIterable<Buffer>
  maxRows?: number
}

/**
 * An XLSX file, generated as a stream: sheet `result`, and `result 2` … if there are more rows than fit into one sheet.
 * If texts were cut, sheet `Notes` says so. The parts that list the sheets come last, when their number is known.
 */
export function workbook({
  columns,
  chunks,
  maxRows = maxSheetRows,
}: WorkbookOptions): AsyncGenerator<Buffer> {
  return zipStream(entries(columns, chunks, maxRows))
}

async function* entries(
  columns: readonly ResultColumn[],
  chunks: AsyncIterable<Buffer>,
  maxRows: number,
): AsyncGenerator<ZipEntry> {
  const sheet = sheetText(columns, maxRows)
  const source = chunks[Symbol.asyncIterator]()
  const state = { done: false, sheets: 0 }
  async function* parts(): AsyncGenerator<Buffer> {
    let bytes = 0
    yield sheet.begin()
    for (;;) {
      for (let part = sheet.take(); part !== null; part = sheet.take()) {
        bytes += part.length
        yield part
      }
      if (sheet.isFull() || bytes > maxSheetBytes) break
      const { value, done } = await source.next()
      if (done === true) {
        state.done = true
        break
      }
      sheet.give(value)
    }
    yield sheet.end()
  }
  try {
    while (!state.done) {
      state.sheets++
      yield { name: `xl/worksheets/sheet${state.sheets}.xml`, parts: parts() }
      // a sheet that is exactly full may have been the last
      if (!state.done && !sheet.hasRows()) {
        const { value, done } = await source.next()
        if (done === true) state.done = true
        else sheet.give(value)
      }
    }
  } finally {
    // the reader has left: release the current chunk too
    void source.return?.()
  }
  const cuts = sheet.cuts()
  const names = Array.from({ length: state.sheets }, (_, index) =>
    index === 0 ? 'result' : `result ${index + 1}`,
  )
  if (cuts.length > 0) {
    names.push('Notes')
    yield text(`xl/worksheets/sheet${names.length}.xml`, notesSheet(cuts))
  }
  yield text('xl/workbook.xml', workbookXml(names))
  yield text('xl/_rels/workbook.xml.rels', workbookRelations(names.length))
  yield text('_rels/.rels', packageRelations)
  yield text('[Content_Types].xml', contentTypes(names.length))
}

function text(name: string, content: string): ZipEntry {
  async function* parts() {
    yield Buffer.from(content)
  }
  return { name, parts: parts() }
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'

function each(sheets: number, write: (number: number) => string): string {
  return Array.from({ length: sheets }, (_, index) => write(index + 1)).join('')
}

function workbookXml(names: readonly string[]): string {
  const list = each(names.length, (n) => `<sheet name="${names[n - 1]}" sheetId="${n}" r:id="rId${n}"/>`)
  return `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list}</sheets></workbook>`
}

function workbookRelations(sheets: number): string {
  const list = each(
    sheets,
    (n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  return `${xml}<Relationships xmlns="${packageNamespace}/relationships">${list}</Relationships>`
}

const packageRelations = `${xml}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

function contentTypes(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const list = each(
    sheets,
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`,
  )
  return `${xml}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${list}</Types>`
}

/** The sheet that says what of the result the file does not contain. */
function notesSheet(cuts: readonly CutColumn[]): string {
  const limit = maxCellLength.toLocaleString('en-US')
  return sheetOf([
    [`Spreadsheets hold at most ${limit} characters in a cell: longer texts were cut, and end with a mark.`],
    ['The whole texts are in the CSV, TSV and JSON files of this result.'],
    [],
    ['Column', 'Cells cut'],
    ...cuts.map(({ name, cells }) => [name, cells]),
  ])
}
