// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { exampleResults } from '../editor-under-test.tsx'
import { sampleSettings } from '../sample-settings.ts'
import SankeyEditor from './sankey-editor.tsx'
import { sankeyModel } from './sankey-model.ts'

afterEach(cleanup)

it('explains, in place of settings, with examples that are drawn', () => {
  render(<SankeyEditor />, {
    wrapper: ({ children }) => <MantineProvider env="test">{children}</MantineProvider>,
  })
  expect(screen.queryAllByRole('textbox')).toEqual([])
  const examples = exampleResults()
  expect(examples.length).toBeGreaterThan(0)
  for (const example of examples) {
    expect(example.rows.length).toBeGreaterThan(1)
    expect(sankeyModel(example, sampleSettings).kind).not.toBe('message')
  }
})
