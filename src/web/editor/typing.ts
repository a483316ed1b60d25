import {
  acceptCompletion,
  type Completion,
  closeBrackets,
  closeBracketsKeymap,
  currentCompletions,
  moveCompletionSelection,
  selectedCompletionIndex,
} from '@codemirror/autocomplete'
import { insertNewlineKeepIndent } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import {
  type EditorState,
  type Extension,
  Prec,
  RangeSet,
  RangeValue,
  StateEffect,
  StateField,
} from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { listKeys } from './list-keys.ts'

/**
 * What is typed is what stands in the text: brackets that the editor closes are the ones that the user types later, Enter
 * begins a line unless an entry of the list is chosen, and no line is indented again.
 */
export function typingExtensions(): Extension {
  return [
    closeBrackets(),
    ownClosers,
    Prec.high([typeOver, typePlain]),
    keymap.of([
      ...closeBracketsKeymap,
      { key: 'Enter', run: acceptBegunName },
      { key: 'Enter', run: insertNewlineKeepIndent },
    ]),
    listKeys(),
  ]
}

/** The types of the list's entries that are names of the schema. */
export const schemaTypes = { table: 'class', column: 'property' } as const

function isSchemaName({ type }: Completion): boolean {
  return type === schemaTypes.table || type === schemaTypes.column
}

const minLetters = 2

/**
 * Enter accepts an entry that the user has chosen, and a name of the schema that they have begun: at least two letters of
 * it, and not all of a name. A word that stands elsewhere in the text is a name too: of a WITH query, or an alias.
 */
function acceptBegunName(view: EditorView): boolean {
  const { state } = view
  // empty too while the list is that of an earlier letter; another source may still be at work
  const entries = currentCompletions(state)
  if (entries.length === 0) return false
  if (selectedCompletionIndex(state) !== null) return acceptCompletion(view)
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  const begun = /[\p{L}\p{N}_$]*$/u.exec(line.text.slice(0, head - line.from))?.[0].toLowerCase() ?? ''
  const isWhole = entries.some(({ label }) => label.toLowerCase() === begun)
  const [first] = entries
  if (begun.length < minLetters || isWhole || first === undefined || !isSchemaName(first)) return false
  if (!first.label.toLowerCase().startsWith(begun) || isElsewhere(state, begun)) return false
  return moveCompletionSelection(true)(view) && acceptCompletion(view)
}

/** How far around the cursor a word is searched. */
const reach = 20_000

function isElsewhere(state: EditorState, word: string): boolean {
  const { head } = state.selection.main
  const around = state.sliceDoc(Math.max(0, head - reach), head + reach).toLowerCase()
  return around.split(/[^\p{L}\p{N}_$]+/u).filter((other) => other === word).length > 1
}

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', "'": "'", '"': '"', '`': '`' }

/** A bracket or quote that the editor added. Text typed at either side of it is not part of it. */
class OwnCloser extends RangeValue {
  override startSide = 1
  override endSide = -1
}

const closer = new OwnCloser()
const typedOver = StateEffect.define<number>()

/** The place of a bracket that completion has added. */
export const ownCloserAt = StateEffect.define<number>()

/**
 * The brackets and quotes that the editor added and nobody has typed. The closing brackets of CodeMirror are forgotten
 * when the cursor leaves their line, so a bracket that is closed on a later line would stand there twice.
 */
const ownClosers = StateField.define<RangeSet<OwnCloser>>({
  create: () => RangeSet.empty,
  update(closers, transaction) {
    let next = closers.map(transaction.changes)
    const typed = transaction.effects.filter((effect) => effect.is(typedOver)).map(({ value }) => value)
    if (typed.length > 0) next = next.update({ filter: (from) => !typed.includes(from) })
    const completed = transaction.effects.filter((effect) => effect.is(ownCloserAt)).map(({ value }) => value)
    if (completed.length > 0) next = next.update({ add: completed.map((at) => closer.range(at, at + 1)) })
    if (!transaction.docChanged || !transaction.isUserEvent('input.type')) return next
    const cursor = transaction.newSelection.main.head
    const added: number[] = []
    transaction.changes.iterChanges((_fromBefore, _toBefore, from, _to, inserted) => {
      const [open = '', close, ...more] = inserted.toString()
      if (close !== undefined && more.length === 0 && pairs[open] === close && from + 1 === cursor)
        added.push(from + 1)
    })
    return next.update({ add: added.map((at) => closer.range(at, at + 1)) })
  },
})

function isOwnCloser(state: EditorState, at: number): boolean {
  let isOwn = false
  state.field(ownClosers).between(at, at + 1, (from) => {
    isOwn ||= from === at
  })
  return isOwn
}

const typeOver = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view
  if (state.readOnly || from !== to || text.length !== 1 || state.selection.ranges.length > 1) return false
  if (state.sliceDoc(from, from + 1) !== text || !isOwnCloser(state, from)) return false
  view.dispatch({
    selection: { anchor: from + 1 },
    effects: typedOver.of(from),
    scrollIntoView: true,
    userEvent: 'input.type',
  })
  return true
})

/** In texts and comments a bracket is a letter like others: nothing is closed. */
const typePlain = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view
  if (state.readOnly || from !== to || pairs[text] === undefined || state.selection.ranges.length > 1)
    return false
  if (!isInTextOrComment(state, from)) return false
  view.dispatch(state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.type' })
  return true
})

function isInTextOrComment(state: EditorState, at: number): boolean {
  const { name, from, to } = syntaxTree(state).resolveInner(at, -1)
  if (!/String|Comment|QuotedLiteral/.test(name)) return false
  if (at < to || name === 'LineComment') return true
  const text = state.sliceDoc(from, to)
  if (name === 'BlockComment') return !text.endsWith('*/')
  const quote = (/^\$\w*\$/.exec(text) ?? /['"`]/.exec(text))?.[0] ?? ''
  return text.length < 2 * quote.length || !text.endsWith(quote)
}
