// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { choose, type EditorUnderTest, openEditor } from '../editor-under-test.tsx'
import { resultOfRows } from '../gallery-case.ts'
import WordCloudEditor from './word-cloud-editor.tsx'
import { normalizeWordCloud, type WordCloudOptions } from './word-cloud-options.ts'

afterEach(cleanup)

const data = resultOfRows([{ title: 'a b', count: 2 }])

let latest: EditorUnderTest<WordCloudOptions>
const open = (stored: Record<string, unknown> = {}) => {
  latest = openEditor(WordCloudEditor, { options: normalizeWordCloud(stored), data })
}

describe('the word cloud editor', () => {
  it('has its controls, none of them in tabs', () => {
    open()
    expect(screen.queryAllByRole('tab')).toEqual([])
    expect(screen.getAllByRole('combobox').map((field) => (field as HTMLInputElement).value)).toEqual([
      '',
      '(count word frequencies automatically)',
      'Redash',
    ])
    for (const title of ['Words Length Limit', 'Frequencies Limit']) {
      const fields = within(screen.getByRole('group', { name: title })).getAllByRole('textbox')
      expect(fields).toHaveLength(2)
    }
  })

  it('chooses columns, and counting again', () => {
    open({ fromElsewhere: 1 })
    choose('Words Column', 'title')
    choose('Frequencies Column', 'count')
    expect(latest.options).toMatchObject({ column: 'title', frequenciesColumn: 'count', fromElsewhere: 1 })
    choose('Frequencies Column', '(count word frequencies automatically)')
    expect(latest.options.frequenciesColumn).toBe('')
  })

  it('keeps a column that is gone, and says so', () => {
    open({ column: 'gone' })
    expect(screen.getByText('The result has no column gone.')).toBeTruthy()
    expect(latest.options.column).toBe('gone')
  })

  it('sets limits and takes them away', async () => {
    open({ wordCountLimit: { min: 3, max: null } })
    const length = within(screen.getByRole('group', { name: 'Words Length Limit' }))
    const frequency = within(screen.getByRole('group', { name: 'Frequencies Limit' }))
    const type = async (field: HTMLElement, value: string) => {
      fireEvent.change(field, { target: { value } })
      await act(async () => fireEvent.blur(field))
    }
    await type(length.getByLabelText('Max'), '12')
    await type(frequency.getByLabelText('Min'), '')
    expect(latest.options.wordLengthLimit).toEqual({ min: null, max: 12 })
    expect(latest.options.wordCountLimit).toEqual({ min: null, max: null })
  })
})
