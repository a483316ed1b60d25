import {
  autocompletion,
  type CompletionSource,
  closeCompletion,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldKeymap, indentUnit } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
} from '@codemirror/view'
import { matchesShortcut, type QueryShortcut } from '#shared/queries/keyboard-shortcuts.ts'
import { isMac } from '#web/ui/is-mac.ts'
import { editorTheme } from './editor-theme.ts'
import { nameDrop } from './name-drop.ts'
import { typingExtensions } from './typing.ts'

/** Keys that belong to the page; the editor ignores them. */
const pageShortcuts: readonly QueryShortcut[] = [
  'save',
  'execute',
  'executeStatement',
  'addParameter',
  'format',
  'togglePanel',
  'changePane',
  'fullscreen',
]

const passPageShortcuts = Prec.highest(
  EditorView.domEventHandlers({
    keydown: (event, view) => {
      const isForPage = pageShortcuts.some((name) => matchesShortcut(event, name, isMac))
      if (isForPage) closeCompletion(view)
      return isForPage
    },
  }),
)

/** Esc leaves the editor unless the editor has something to close first; Tab then moves to the next control. */
const leaveWithEscape = Prec.lowest(
  keymap.of([
    {
      key: 'Escape',
      run: (view) => {
        if (completionStatus(view.state) !== null) return false
        view.contentDOM.blur()
        return true
      },
    },
  ]),
)

export function baseExtensions(label: string, hint: string): Extension {
  return [
    passPageShortcuts,
    lineNumbers(),
    lintGutter(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    dropCursor(),
    nameDrop,
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    bracketMatching(),
    typingExtensions(),
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLine(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'false',
      autocorrect: 'off',
      // editable content is focusable anyway; assistive technology looks for the attribute
      tabindex: '0',
    }),
    placeholder(hint),
    editorTheme,
    keymap.of([
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    leaveWithEscape,
  ]
}

/**
 * Completion on demand (Ctrl+Space), and also while typing if `isLive`. Nothing is chosen until the user chooses it, so
 * Enter begins a line while the list is open.
 */
export function completionExtension(sources: readonly CompletionSource[], isLive: boolean): Extension {
  return autocompletion({
    override: sources.map(askAgain),
    activateOnTyping: isLive,
    activateOnTypingDelay: 40,
    selectOnOpen: false,
    // the keys that accept an entry mean it
    interactionDelay: 0,
    maxRenderedOptions: 100,
  })
}

/**
 * CodeMirror asks a source that found nothing no more, though letters came while it was at work: text typed fast had no
 * list until the next key. An empty list instead of none makes it ask again.
 */
function askAgain(source: CompletionSource): CompletionSource {
  return async (context) => {
    const found = await source(context)
    const isOld = context.view !== undefined && context.view.state.doc !== context.state.doc
    return found === null && isOld ? { from: context.pos, options: [] } : found
  }
}
