// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { hostSettings, resultOf } from '../parts/columns/column-samples.ts'
import DetailsEditor from './details-editor.tsx'
import { type DetailsOptions, normalizeDetails } from './details-options.ts'

afterEach(cleanup)

const data = resultOf([
  ['id', 'integer'],
  ['name', 'string'],
])
let current: DetailsOptions
function Host() {
  const [options, setOptions] = useState(normalizeDetails({}, data, hostSettings))
  current = options
  return (
    <MantineProvider env="test">
      <DetailsEditor data={data} options={options} onOptionsChange={setOptions} settings={hostSettings} />
    </MantineProvider>
  )
}

describe('DetailsEditor (reference-visualizations 3.5)', () => {
  it('has one tab with the panels of tables, without the search', async () => {
    render(<Host />)
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Columns'])
    fireEvent.click(screen.getByRole('button', { name: 'id', expanded: false }))
    const panel = screen.getByRole('textbox', { name: 'Title' }).closest('li')
    expect([...(panel?.querySelectorAll('label') ?? [])].map((label) => label.textContent)).toEqual([
      'Description',
      'Display as:',
      'Number format',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Align right' }))
    const title = screen.getByRole('textbox', { name: 'Title' })
    fireEvent.change(title, { target: { value: 'Order' } })
    await act(async () => fireEvent.blur(title))
    expect(current.columns[0]).toMatchObject({ name: 'id', title: 'Order', alignContent: 'right' })
  })
})
