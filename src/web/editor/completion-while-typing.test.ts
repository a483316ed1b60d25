// @vitest-environment happy-dom
import {
  type CompletionSource,
  completionStatus,
  currentCompletions,
  selectedCompletionIndex,
} from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { EditorView, runScopeHandlers } from '@codemirror/view'
import { afterEach, describe, expect, it } from 'vitest'
import { completionExtension } from './editor-extensions.ts'
import { typingExtensions } from './typing.ts'

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

describe('a key while the list is renewed', () => {
  /** an editor with an open list, whose next list comes when the test says so */
  async function openList(next: string[]) {
    const answers: (() => void)[] = []
    const source: CompletionSource = async () => {
      const options = answers.length === 0 ? ['name'] : next
      const answered = new Promise<void>((resolve) => {
        answers.push(resolve)
      })
      if (answers.length > 1) await answered
      return { from: 0, filter: false, options: options.map((label) => ({ label })) }
    }
    const opened = new EditorView({
      state: EditorState.create({ extensions: [typingExtensions(), completionExtension([source], true)] }),
      parent: document.body,
    })
    view = opened
    type('n')
    await expect.poll(() => currentCompletions(opened.state).length).toBe(1)
    type('a')
    expect(currentCompletions(opened.state)).toEqual([])
    const press = (key: string) => runScopeHandlers(opened, new KeyboardEvent('keydown', { key }), 'editor')
    const answer = async () => {
      await expect.poll(() => answers.length).toBe(2)
      answers[1]?.()
    }
    return { press, answer, text: () => opened.state.doc.toString() }
  }

  it('is Tab: it accepts the first entry of the new one', async () => {
    const { press, answer, text } = await openList(['nanosecond', 'name'])
    expect(press('Tab')).toBe(true)
    expect(text()).toBe('na')
    await answer()
    await expect.poll(text).toBe('nanosecond')
  })

  it('is the arrow down: it leads to that entry', async () => {
    const { press, answer, text } = await openList(['nanosecond', 'name'])
    expect(press('ArrowDown')).toBe(true)
    await answer()
    await expect.poll(() => view && selectedCompletionIndex(view.state)).toBe(0)
    expect(text()).toBe('na')
  })

  it('is forgotten when the typing goes on, and when nothing fits', async () => {
    const grown = await openList(['nanosecond'])
    grown.press('Tab')
    type('m')
    await grown.answer()
    await expect.poll(() => view && currentCompletions(view.state).length).toBe(1)
    expect(grown.text()).toBe('nam')
    view?.destroy()
    const none = await openList([])
    none.press('Tab')
    await none.answer()
    await expect.poll(() => view && completionStatus(view.state)).toBe(null)
    expect(none.text()).toBe('na')
  })
})
