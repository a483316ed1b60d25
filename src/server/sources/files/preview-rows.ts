import type pg from 'pg'
import { makingRoom, readFrame, smallBytes, textStart } from '#server/runs/index.ts'
import { type CellKind, cellKind, rowPrefixes, scanRows } from '#shared/results/row-scanner.ts'
import { findChunkFrame, sizeFirstChunks } from './file-content-store.ts'
import { columnsOf, type StoredFile } from './file-store.ts'

/** Rows of a preview. */
const maxRows = 100
/** After so many bytes of rows no further chunk is read, and no further row shown: a preview may have fewer rows. */
const maxPreviewBytes = 4_000_000
/** Longer texts are cut. */
const shownLength = 200

/**
 * The texts of the first cells of a file that was read. A chunk is one large row or a megabyte of rows. It waits for
 * room in the memory of this process, and its texts are never whole there: only the beginning of a cell is decoded.
 */
export async function previewRows(pool: pg.Pool, file: StoredFile): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = []
  if (file.reading === 0) return rows
  const prefixes = rowPrefixes((columnsOf(file) ?? []).map(({ name }) => name))
  let read = 0
  for (const { seq, size, byte_count } of await sizeFirstChunks(pool, file, maxRows)) {
    if (rows.length >= maxRows || (rows.length > 0 && read + byte_count > maxPreviewBytes)) break
    read += byte_count
    // the driver takes several times the size of a frame
    const bytes = size * 4 + byte_count
    const leave = bytes <= smallBytes ? () => {} : await makingRoom.enter(bytes)
    try {
      const frame = await findChunkFrame(pool, file, seq)
      // the file was read again
      if (frame === null) break
      addRows(rows, await readFrame(frame), prefixes)
    } finally {
      leave()
    }
  }
  return rows
}

function addRows(rows: (string | null)[][], text: Buffer, prefixes: readonly string[]): void {
  let row: (string | null)[] = []
  scanRows(text, prefixes, {
    cell(column, kind, start, end) {
      if (rows.length < maxRows) row[column] = shown(text, kind, start, end)
    },
    endRow() {
      if (rows.length < maxRows) rows.push(row)
      row = []
    },
  })
}

function shown(bytes: Buffer, kind: CellKind, start: number, end: number): string | null {
  if (kind === cellKind.null) return null
  // one more says whether there is more
  const text = textStart(bytes, kind, start, end, shownLength + 1)
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}
