// @vitest-environment happy-dom
import { completionStatus } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { EditorView, runScopeHandlers } from '@codemirror/view'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SqlStyle } from '#shared/data-sources/data-sources-api.ts'
import { queries } from '#test/e2e/typed-queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import type { CompletionRequest } from '#web/schema-browser/complete-names.ts'
import { createSchemaIndex } from '#web/schema-browser/schema-index.ts'
import type { LoadedSchema } from '#web/schema-browser/use-schema.ts'
import { snippetsQuery } from '#web/snippets/snippet-queries.ts'
import { functionsOf } from './completion/functions.ts'
import { completeOthers, completeParameters, completeSql } from './completion/sources.ts'
import { baseExtensions, completionExtension } from './editor-extensions.ts'
import { languageOf } from './editor-language.ts'

const style: SqlStyle = { dialect: 'postgresql', formatter: 'postgresql', quote: '"', folds_case: true }
const columns = ['date', 'delay', 'distance', 'origin', 'destination']
const index = createSchemaIndex([
  { name: 'flights', columns: columns.map((name) => ({ name, type: 'text' })) },
])
const schema = {
  outline: index.outline,
  // the answers of the page's worker, without the worker
  client: {
    ask: async ({ request }: { request: CompletionRequest }) => index.complete(request),
    end: () => {},
  },
} as unknown as LoadedSchema

/** Longer than the editor waits before it opens its list. */
const pause = 150

let view: EditorView
/** how often Enter was pressed while the list was open */
let listsMet = 0

beforeEach(async () => {
  queryClient.setQueryData(snippetsQuery.queryKey, [])
  // read before the clock stands still
  await functionsOf('postgresql')
  const language = await languageOf('sql', style.dialect)
  vi.useFakeTimers()
  const sources = [
    completeParameters,
    completeOthers,
    (at: Parameters<typeof completeParameters>[0]) => completeSql(at, { schema, style }),
  ]
  view = new EditorView({
    state: EditorState.create({
      extensions: [baseExtensions('', ''), language, completionExtension(sources, true)],
    }),
    parent: document.body,
  })
  listsMet = 0
})
afterEach(() => {
  view.destroy()
  vi.useRealTimers()
  queryClient.clear()
})

/** As the browser hands a letter over that stands before the cursor. */
function insert(letter: string): void {
  const { from, to } = view.state.selection.main
  const plain = () => view.state.update(view.state.replaceSelection(letter), { userEvent: 'input.type' })
  const isHandled = view.state
    .facet(EditorView.inputHandler)
    .some((handle) => handle(view, from, to, letter, plain))
  if (!isHandled) view.dispatch(plain())
}

const press = (key: string) => runScopeHandlers(view, new KeyboardEvent('keydown', { key }), 'editor')

/** As a person types: Enter at line ends while the list is open, indentation only where the editor keeps none. */
async function type(text: string): Promise<void> {
  let indentation = 0
  for (const [at, line] of text.split('\n').entries()) {
    if (at > 0) {
      await vi.advanceTimersByTimeAsync(pause)
      if (completionStatus(view.state) === 'active') listsMet++
      press('Enter')
    }
    const own = /^ */.exec(line)?.[0].length ?? 0
    // Backspace takes a step of indentation back
    for (let less = indentation - own; less > 0; less -= 2) press('Backspace')
    for (const letter of line.slice(Math.min(indentation, own))) {
      insert(letter)
      await vi.advanceTimersByTimeAsync(10)
    }
    indentation = own
  }
}

it('what is typed is what stands there, in sixty queries, with Enter while the list is open', async () => {
  const wrong: string[] = []
  for (const query of queries) {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length } })
    await type(query)
    const found = view.state.doc.toString()
    if (found !== query) wrong.push(`typed:\n${query}\nstands:\n${found}`)
  }
  expect(wrong).toEqual([])
  expect(listsMet).toBeGreaterThan(20)
})
