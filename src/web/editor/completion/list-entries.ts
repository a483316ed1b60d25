import { type Completion, pickedCompletion } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import type { SqlStyle } from '#shared/data-sources/data-sources-api.ts'
import type { CompletionItem } from '#web/schema-browser/complete-names.ts'
import { quoteName, quotePart } from '../quote-name.ts'
import { ownCloserAt, schemaTypes } from '../typing.ts'
import type { SqlFunction } from './functions.ts'
import { recordUse } from './name-uses.ts'
import { type Ranked, ranks } from './rank-entries.ts'

export interface Entry extends Ranked {
  completion: Completion
}

type Style = Pick<SqlStyle, 'quote' | 'folds_case'>

export function nameEntry(item: CompletionItem, style: Style): Entry {
  const { label, kind, detail, description } = item
  return {
    label,
    rank: item.rank,
    completion: {
      label,
      detail,
      type: kind === 'table' || kind === 'column' ? schemaTypes[kind] : kind,
      ...(description === undefined ? {} : { info: () => helpOf('', description) }),
      apply: (view, completion, from, to) => {
        recordUse(label)
        insert(view, completion, {
          from,
          to: to + closingQuote(view, from, to, style),
          text: written(item, style),
        })
      },
    },
  }
}

/** The name as the dialect needs it. */
function written({ label, kind, owner, sides }: CompletionItem, style: Style): string {
  if (sides) {
    return sides.map((side) => `${quotePart(side.owner, style)}.${quotePart(side.column, style)}`).join(' = ')
  }
  if (kind === 'table') return quoteName(label, style)
  const column = quotePart(label, style)
  return owner === undefined ? column : `${quotePart(owner, style)}.${column}`
}

/** 1 if a quote was typed before the name and the editor has closed it. */
function closingQuote(view: EditorView, from: number, to: number, { quote }: Style): number {
  const typed = view.state.sliceDoc(from, from + 1)
  const close = quote === '[' ? ']' : quote
  return typed === quote && view.state.sliceDoc(to, to + 1) === close ? 1 : 0
}

export function functionEntry({ name, signature, help }: SqlFunction, isUpper: boolean): Entry {
  const label = isUpper ? name.toUpperCase() : name
  return {
    label,
    rank: ranks.function,
    completion: {
      label,
      type: 'function',
      detail: signature,
      info: () => helpOf(`${label}${signature}`, help),
      apply: (view, completion, from, to) => {
        recordUse(label)
        const text = signature === '' ? label : `${label}()`
        const hasBracket = view.state.sliceDoc(to, to + 1) === '('
        if (signature === '' || hasBracket) {
          insert(view, completion, { from, to, text: label, ahead: hasBracket ? 1 : 0 })
        } else insert(view, completion, { from, to, text, inBrackets: signature !== '()' })
      },
    },
  }
}

export function wordEntry(name: string, isUpper: boolean, type: 'keyword' | 'type'): Entry {
  const label = isUpper ? name.toUpperCase() : name
  return {
    label,
    rank: ranks.keyword,
    completion: {
      label,
      type,
      apply: (view, completion, from, to) => insert(view, completion, { from, to, text: label }),
    },
  }
}

interface Inserted {
  from: number
  to: number
  text: string
  /** how far behind the text the cursor goes */
  ahead?: number
  /** the text ends with `()`, and the cursor goes between them */
  inBrackets?: boolean
}

function insert(
  view: EditorView,
  completion: Completion,
  { from, to, text, ahead = 0, inBrackets }: Inserted,
) {
  const end = from + text.length
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: end + ahead - (inBrackets ? 1 : 0) },
    ...(inBrackets ? { effects: ownCloserAt.of(end - 1) } : {}),
    scrollIntoView: true,
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(completion),
  })
}

function helpOf(head: string, text: string): HTMLElement {
  const box = document.createElement('div')
  if (head !== '') {
    const code = document.createElement('code')
    code.textContent = head
    box.append(code)
  }
  const about = document.createElement('div')
  about.textContent = text
  box.append(about)
  return box
}
