import {
  acceptCompletion,
  completionStatus,
  currentCompletions,
  moveCompletionSelection,
  selectedCompletionIndex,
} from '@codemirror/autocomplete'
import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

/** Tab accepts the chosen entry of the open list, or its first one; the keys that follow decide what it does without a list. */
export function tabAccepts(): Extension {
  return [isAwaited, acceptAwaited, keymap.of([{ key: 'Tab', run: acceptOrAwait }])]
}

const awaited = StateEffect.define<boolean>()

/** Tab was pressed while the open list was that of an earlier letter, and nothing happened since. */
const isAwaited = StateField.define<boolean>({
  create: () => false,
  update(is, { docChanged, selection, effects }) {
    const told = effects.find((effect) => effect.is(awaited))
    if (told) return told.value
    return is && !docChanged && selection === undefined
  },
})

/**
 * After each letter the list is asked for again, and has no entries for a moment though it stands there: Tab then means
 * what comes, and must not indent.
 */
function acceptOrAwait(view: EditorView): boolean {
  if (acceptFirst(view)) return true
  if (completionStatus(view.state) !== 'pending' || !isListShown(view)) return false
  view.dispatch({ effects: awaited.of(true) })
  return true
}

const acceptAwaited = EditorView.updateListener.of(({ state, view }) => {
  if (!state.field(isAwaited) || completionStatus(state) === 'pending') return
  // an update cannot begin within another
  queueMicrotask(() => {
    if (!view.state.field(isAwaited, false)) return
    view.dispatch({ effects: awaited.of(false) })
    acceptFirst(view)
  })
})

function acceptFirst(view: EditorView): boolean {
  if (currentCompletions(view.state).length === 0) return false
  if (selectedCompletionIndex(view.state) === null && !moveCompletionSelection(true)(view)) return false
  return acceptCompletion(view)
}

function isListShown(view: EditorView): boolean {
  return view.dom.querySelector('.cm-tooltip-autocomplete') !== null
}
