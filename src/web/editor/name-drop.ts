import { isolateHistory } from '@codemirror/commands'
import type { EditorState, Extension, TransactionSpec } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { nameType } from '#web/schema-browser/schema-acts.ts'
import { nameAsInserted } from './insertion.ts'

/** Puts a name in the place of a range, as a step of its own. */
export function nameInsertion(state: EditorState, name: string, from: number, to: number): TransactionSpec {
  const line = state.doc.lineAt(from)
  const before = state.sliceDoc(line.from, from)
  const insert = nameAsInserted(name, before, state.sliceDoc(to, to + 1))
  const isFollowed = insert.endsWith(' ')
  return {
    changes: { from, to, insert },
    // after the name, before the space that separates it from what follows
    selection: { anchor: from + insert.length - (isFollowed ? 1 : 0) },
    annotations: isolateHistory.of('full'),
    scrollIntoView: true,
    userEvent: 'input.name',
  }
}

/** A name dragged out of the schema goes where it is dropped. */
export const nameDrop: Extension = EditorView.domEventHandlers({
  drop: (event, view) => {
    const name = event.dataTransfer?.getData(nameType) ?? ''
    const at = name === '' ? null : view.posAtCoords({ x: event.clientX, y: event.clientY })
    if (at === null || view.state.readOnly) return false
    event.preventDefault()
    view.dispatch(nameInsertion(view.state, name, at, at))
    view.focus()
    return true
  },
})
