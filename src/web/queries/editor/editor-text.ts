import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

export function selectionOf(state: EditorState): { text: string; from: number } {
  const { from, to } = state.selection.main
  return { text: state.sliceDoc(from, to), from }
}

/** As one undoable step; the cursor stays where it was, as far as that place exists. */
export function replaceAll(editor: EditorView, text: string): void {
  const cursor = Math.min(editor.state.selection.main.head, text.length)
  editor.dispatch({
    changes: { from: 0, to: editor.state.doc.length, insert: text },
    selection: { anchor: cursor },
    userEvent: 'input.format',
  })
}

const newParameter = 'parameter'

/** Puts `{{ parameter }}` in place of the selection, with its name selected. */
export function insertParameter(view: EditorView): void {
  const { from, to } = view.state.selection.main
  const anchor = from + '{{ '.length
  view.dispatch({
    changes: { from, to, insert: `{{ ${newParameter} }}` },
    selection: { anchor, head: anchor + newParameter.length },
    scrollIntoView: true,
    userEvent: 'input',
  })
  view.focus()
}
