import { type CompletionContext, type CompletionResult, pickedCompletion } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { t } from '#shared/messages/translate.ts'
import { parameterAt } from './parameter-place.ts'

/** After `{{`, the names of the query's parameters. */
export function completeParameters(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context
  const found = parameterAt(state.doc.toString(), pos)
  if (found === null || state.readOnly) return null
  const options = found.names.map((name) => ({
    label: name,
    type: 'variable',
    detail: t('parameter'),
    apply: (view: EditorView, completion: Parameters<typeof pickedCompletion.of>[0]) => {
      const place = parameterAt(view.state.doc.toString(), view.state.selection.main.head)
      if (place === null) return
      const insert = place.lead + name + place.tail
      view.dispatch({
        changes: { from: place.from, to: place.to, insert },
        selection: { anchor: place.from + insert.length },
        scrollIntoView: true,
        userEvent: 'input.complete',
        annotations: pickedCompletion.of(completion),
      })
    },
  }))
  return options.length === 0 ? null : { from: found.from, options, validFor: /^[\p{L}\p{N}_.$-]*$/u }
}
