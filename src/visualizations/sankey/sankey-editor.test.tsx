// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { choose, exampleResults, fieldOf, labels, openEditor } from '../editor-under-test.tsx'
import { resultOfRows } from '../gallery-case.ts'
import { sampleSettings } from '../sample-settings.ts'
import SankeyEditor from './sankey-editor.tsx'
import { sankeyModel } from './sankey-model.ts'

afterEach(cleanup)

it('explains its columns with examples that are drawn', () => {
  openEditor(SankeyEditor, { options: {}, data: resultOfRows([]) })
  expect(labels()).toEqual(['Color Scheme'])
  const examples = exampleResults()
  expect(examples.length).toBeGreaterThan(0)
  for (const example of examples) {
    expect(example.rows.length).toBeGreaterThan(1)
    expect(sankeyModel(example, {}, sampleSettings).kind).not.toBe('message')
  }
})

it('offers the schemes: without one the colors are those of Redash', () => {
  const editor = openEditor(SankeyEditor, { options: {} as Record<string, unknown>, data: resultOfRows([]) })
  expect(fieldOf('Color Scheme').value).toBe('Redash')
  choose('Color Scheme', 'Sextant')
  expect(editor.options).toEqual({ color_scheme: 'Sextant' })
})
