// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openEditor, tabs, typeInto } from '../editor-under-test.tsx'
import { resultOf } from '../parts/columns/column-samples.ts'
import { sampleSettings } from '../sample-settings.ts'
import DetailsEditor from './details-editor.tsx'
import { normalizeDetails } from './details-options.ts'

afterEach(cleanup)

const data = resultOf([
  ['id', 'integer'],
  ['name', 'string'],
])
const options = normalizeDetails({}, data, sampleSettings)

describe('DetailsEditor', () => {
  it('has one tab with the panels of tables, without the search', async () => {
    const latest = openEditor(DetailsEditor, { options, data })
    expect(tabs()).toEqual(['Columns'])
    fireEvent.click(screen.getByRole('button', { name: 'id', expanded: false }))
    const panel = screen.getByRole('textbox', { name: 'Title' }).closest('li')
    expect([...(panel?.querySelectorAll('label') ?? [])].map((label) => label.textContent)).toEqual([
      'Description',
      'Display as:',
      'Number format',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Align right' }))
    const title = screen.getByRole('textbox', { name: 'Title' })
    await typeInto(title, 'Order')
    expect(latest.options.columns[0]).toMatchObject({ name: 'id', title: 'Order', alignContent: 'right' })
  })
})
