import { maxCellLength } from './cut-text.ts'
import { type CutColumn, sheetOf } from './sheet-text.ts'

/** The sheet that says what of the result the file does not contain. */
export function notesSheet(cuts: readonly CutColumn[]): string {
  const limit = maxCellLength.toLocaleString('en-US')
  return sheetOf([
    [`Spreadsheets hold at most ${limit} characters in a cell: longer texts were cut, and end with a mark.`],
    ['The whole texts are in the CSV, TSV and JSON files of this result.'],
    [],
    ['Column', 'Cells cut'],
    ...cuts.map(({ name, cells }) => [name, cells]),
  ])
}
