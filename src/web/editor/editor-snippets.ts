import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  closeCompletion,
  pickedCompletion,
  snippet,
} from '@codemirror/autocomplete'
import { type EditorState, type Extension, Prec, Transaction, type TransactionSpec } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { triggerBefore, triggersAt } from '#shared/snippets/find-triggers.ts'
import { snippetTemplate, withoutStandIns } from '#shared/snippets/snippet-template.ts'
import type { Snippet } from '#shared/snippets/snippets-api.ts'
import { queryClient } from '#web/api/query-client.ts'
import { snippetsQuery } from '#web/snippets/snippet-queries.ts'

/** Fetched once for all editors of the page; refreshed in the background. */
const editorSnippets = { ...snippetsQuery, gcTime: Number.POSITIVE_INFINITY, staleTime: 300_000 }

/** Offline, completion works without snippets and tries again the next time. */
async function loadSnippets(): Promise<readonly Snippet[]> {
  return await queryClient.ensureQueryData({ ...editorSnippets, revalidateIfStale: true }).catch(() => [])
}

function knownSnippets(): readonly Snippet[] {
  return queryClient.getQueryData(snippetsQuery.queryKey) ?? []
}

const maxDetailLength = 60

/** Snippets for the word at the cursor. */
export const completeWord: CompletionSource = (context) => complete(context, 'word')

/** Snippets whose triggers contain other characters than words do, for the part already typed. */
export const completeOthers: CompletionSource = (context) => complete(context, 'others')

async function complete(
  context: CompletionContext,
  kind: 'word' | 'others',
): Promise<CompletionResult | null> {
  if (context.state.readOnly || (!context.explicit && isInTextOrComment(context))) return null
  const snippets = await loadSnippets()
  if (context.aborted || snippets.length === 0) return null
  const { before, start } = lineBefore(context.state, context.pos)
  const found = triggersAt(
    before,
    snippets.map(({ trigger }) => trigger),
  )[kind]
  if (found === null || (!context.explicit && start + found.from === context.pos)) return null
  const result: CompletionResult = {
    from: start + found.from,
    options: snippets.filter(({ trigger }) => found.triggers.includes(trigger)).map(toCompletion),
  }
  if (kind === 'word') return { ...result, validFor: /^[\p{L}\p{N}_$]*$/u }
  // what was asked for begins with all that is typed, also the sign that begins another word of SQL: it comes first
  return context.explicit ? { ...result, filter: false } : result
}

function toCompletion({ trigger, description, snippet: stored }: Snippet): Completion {
  const about = description.trim() || stored.trim()
  const line = about.split('\n')[0] ?? ''
  return {
    label: trigger,
    detail: line.length > maxDetailLength ? `${line.slice(0, maxDetailLength)}…` : line,
    type: 'text',
    apply: (view, completion, from, to) => expand(view, stored, completion, from, to),
  }
}

function lineBefore(state: EditorState, pos: number): { before: string; start: number } {
  const line = state.doc.lineAt(pos)
  return { before: line.text.slice(0, pos - line.from), start: line.from }
}

function isInTextOrComment(context: CompletionContext): boolean {
  return context.tokenBefore(['String', 'LineComment', 'BlockComment']) !== null
}

/** Replaces the trigger with the snippet; Tab and Shift-Tab then move between its placeholders. */
function expand(
  view: EditorView,
  stored: string,
  completion: Completion | null,
  from: number,
  to: number,
): void {
  const insert = snippet(snippetTemplate(stored))
  const dispatch = (transaction: Transaction) => view.dispatch(withTrueText(transaction))
  insert({ state: view.state, dispatch }, completion, from, to)
}

/** The same step with braces and line ends in place of their substitutes. */
function withTrueText(transaction: Transaction): TransactionSpec {
  const changes: { from: number; to: number; insert: string }[] = []
  transaction.changes.iterChanges((from, to, _from, _to, inserted) => {
    changes.push({ from, to, insert: withoutStandIns(inserted.toString()) })
  })
  const completion = transaction.annotation(pickedCompletion)
  return {
    changes,
    effects: transaction.effects,
    scrollIntoView: true,
    annotations: [
      Transaction.userEvent.of('input.complete'),
      ...(completion === undefined ? [] : [pickedCompletion.of(completion)]),
    ],
    ...(transaction.selection === undefined ? {} : { selection: transaction.selection }),
  }
}

/** Tab after a complete trigger expands it, as in the editor that stored snippets were written for. */
function expandTrigger(view: EditorView): boolean {
  const { main } = view.state.selection
  if (view.state.readOnly || !main.empty || view.state.selection.ranges.length > 1) return false
  const { before, start } = lineBefore(view.state, main.head)
  const snippets = knownSnippets()
  const found = triggerBefore(
    before,
    snippets.map(({ trigger }) => trigger),
  )
  const chosen = snippets.find(({ trigger }) => trigger === found?.trigger)
  if (found === null || chosen === undefined) return false
  closeCompletion(view)
  expand(view, chosen.snippet, null, start + found.from, main.head)
  return true
}

/** Fetches the snippets now, so that the first completion need not wait. */
export function snippetKeys(): Extension {
  void loadSnippets()
  return Prec.high(keymap.of([{ key: 'Tab', run: expandTrigger }]))
}
