import {
  acceptCompletion,
  completionStatus,
  currentCompletions,
  moveCompletionSelection,
  selectedCompletionIndex,
} from '@codemirror/autocomplete'
import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

/**
 * Keys of the open list: Tab accepts its chosen entry, or its first one; the arrow down leads into it. Without a list they
 * do what later key bindings say.
 */
export function listKeys(): Extension {
  return [
    awaitedKey,
    pressAwaited,
    keymap.of([
      { key: 'Tab', run: (view) => acceptFirst(view) || wait(view, acceptFirst) },
      // with a list, the arrow has gone into it before
      { key: 'ArrowDown', run: (view) => wait(view, moveCompletionSelection(true)) },
    ]),
  ]
}

type Act = (view: EditorView) => boolean

const awaited = StateEffect.define<Act | null>()

/** What a key will do that was pressed while the open list was that of an earlier letter, if nothing happens before. */
const awaitedKey = StateField.define<Act | null>({
  create: () => null,
  update(act, { docChanged, selection, effects }) {
    const told = effects.find((effect) => effect.is(awaited))
    if (told) return told.value
    return docChanged || selection !== undefined ? null : act
  },
})

/**
 * After each letter the list is asked for again, and has no entries for a moment though it stands there: the key then means
 * the list that comes, and must neither indent nor leave the line.
 */
function wait(view: EditorView, act: Act): boolean {
  if (completionStatus(view.state) !== 'pending' || !isListShown(view)) return false
  view.dispatch({ effects: awaited.of(act) })
  return true
}

const pressAwaited = EditorView.updateListener.of(({ state, view }) => {
  if (state.field(awaitedKey) === null || completionStatus(state) === 'pending') return
  // an update cannot begin within another
  queueMicrotask(() => {
    const act = view.state.field(awaitedKey, false)
    if (!act) return
    view.dispatch({ effects: awaited.of(null) })
    act(view)
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
