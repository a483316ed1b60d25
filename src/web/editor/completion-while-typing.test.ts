// @vitest-environment happy-dom
import { type CompletionSource, currentCompletions } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { afterEach, expect, it } from 'vitest'
import { completionExtension } from './editor-extensions.ts'

let view: EditorView | null = null
afterEach(() => {
  view?.destroy()
  view = null
})

function type(letters: string) {
  for (const letter of letters)
    view?.dispatch({ ...view.state.replaceSelection(letter), userEvent: 'input.type' })
}

it('asks a source again that found nothing for a beginning that has grown', async () => {
  const asked: string[] = []
  let answerFirst = () => {}
  const source: CompletionSource = async ({ state, pos }) => {
    const text = state.sliceDoc(0, pos)
    asked.push(text)
    if (asked.length > 1) return { from: 0, options: [{ label: 'name' }] }
    await new Promise<void>((resolve) => {
      answerFirst = resolve
    })
    return null
  }
  view = new EditorView({
    state: EditorState.create({ extensions: completionExtension([source], true) }),
    parent: document.body,
  })
  type('n')
  await expect.poll(() => asked).toEqual(['n'])
  type('am')
  answerFirst()
  await expect.poll(() => asked).toEqual(['n', 'nam'])
  await expect.poll(() => view && currentCompletions(view.state).map(({ label }) => label)).toEqual(['name'])
})
