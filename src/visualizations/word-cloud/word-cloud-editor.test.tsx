// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { resultOfRows } from '../gallery-case.ts'
import { suiteSettings } from '../visualization-suite.ts'
import WordCloudEditor from './word-cloud-editor.tsx'
import { normalizeWordCloud, type WordCloudOptions } from './word-cloud-options.ts'

afterEach(cleanup)

const data = resultOfRows([{ title: 'a b', count: 2 }])

let current: WordCloudOptions
function Host({ stored }: { stored: Record<string, unknown> }) {
  const [options, setOptions] = useState(normalizeWordCloud(stored))
  current = options
  return (
    <MantineProvider env="test">
      <WordCloudEditor data={data} options={options} onOptionsChange={setOptions} settings={suiteSettings} />
    </MantineProvider>
  )
}
const open = (stored: Record<string, unknown> = {}) => render(<Host stored={stored} />)
const choose = (label: string, choice: string) => {
  fireEvent.click(screen.getByRole('combobox', { name: label }))
  const list = screen.getByRole('listbox', { name: label, hidden: true })
  fireEvent.click(within(list).getByRole('option', { name: choice, hidden: true }))
}

describe('the word cloud editor (reference-visualizations 6.7)', () => {
  it('has its controls, none of them in tabs', () => {
    open()
    expect(screen.queryAllByRole('tab')).toEqual([])
    expect(screen.getAllByRole('combobox').map((field) => (field as HTMLInputElement).value)).toEqual([
      '',
      '(count word frequencies automatically)',
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
    expect(current).toMatchObject({ column: 'title', frequenciesColumn: 'count', fromElsewhere: 1 })
    choose('Frequencies Column', '(count word frequencies automatically)')
    expect(current.frequenciesColumn).toBe('')
  })

  it('keeps a column that is gone, and says so', () => {
    open({ column: 'gone' })
    expect(screen.getByText('The result has no column gone.')).toBeTruthy()
    expect(current.column).toBe('gone')
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
    expect(current.wordLengthLimit).toEqual({ min: null, max: 12 })
    expect(current.wordCountLimit).toEqual({ min: null, max: null })
  })
})
