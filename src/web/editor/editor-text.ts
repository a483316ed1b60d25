import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

export function selectionOf(state: EditorState): { text: string; from: number } {
  const { from, to } = state.selection.main
  return { text: state.sliceDoc(from, to), from }
}

/** As one undoable step; the cursor keeps its position if it still exists. */
export function replaceAll(editor: EditorView, text: string): void {
  const cursor = Math.min(editor.state.selection.main.head, text.length)
  editor.dispatch({
    changes: { from: 0, to: editor.state.doc.length, insert: text },
    selection: { anchor: cursor },
    userEvent: 'input.format',
  })
}
