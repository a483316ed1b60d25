import { setDiagnostics } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { TextPlace } from '#shared/results/execution-step.ts'

export interface ErrorMark extends TextPlace {
  message: string
}

/** Marks the database's error: an icon in the gutter and the word underlined. null clears it. */
export function markError(view: EditorView, mark: ErrorMark | null): void {
  const { doc } = view.state
  if (mark === null || mark.line < 1 || mark.line > doc.lines) {
    view.dispatch(setDiagnostics(view.state, []))
    return
  }
  const line = doc.line(mark.line)
  const start = Math.min(line.to, line.from + Math.max(0, mark.column - 1))
  const rest = doc.sliceString(start, line.to)
  const word = /^[\p{L}\p{N}_$]+|^\S/u.exec(rest)?.[0].length ?? 0
  const from = word > 0 ? start : line.from
  const to = word > 0 ? start + word : line.to
  view.dispatch(setDiagnostics(view.state, [{ from, to, severity: 'error', message: mark.message }]))
}
