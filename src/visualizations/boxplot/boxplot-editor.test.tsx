// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { resultOfRows } from '../gallery-case.ts'
import { suiteSettings } from '../visualization-suite.ts'
import BoxplotEditor from './boxplot-editor.tsx'
import { type BoxplotOptions, normalizeBoxplot } from './boxplot-options.ts'

afterEach(cleanup)

let current: BoxplotOptions
function Host({ stored }: { stored: Record<string, unknown> }) {
  const [options, setOptions] = useState(normalizeBoxplot(stored))
  current = options
  return (
    <MantineProvider env="test">
      <BoxplotEditor
        data={resultOfRows([{ a: 1 }])}
        options={options}
        onOptionsChange={setOptions}
        settings={suiteSettings}
      />
    </MantineProvider>
  )
}

describe('the box plot editor (reference-visualizations 6.8)', () => {
  it('names both axes and keeps what else is stored', async () => {
    render(<Host stored={{ xAxisLabel: 'Old', other: 1 }} />)
    const type = async (label: string, value: string) => {
      const field = screen.getByLabelText(label)
      fireEvent.change(field, { target: { value } })
      await act(async () => fireEvent.blur(field))
    }
    expect((screen.getByLabelText('X Axis Label') as HTMLInputElement).value).toBe('Old')
    await type('X Axis Label', 'Column')
    await type('Y Axis Label', 'Number')
    expect(current).toEqual({ xAxisLabel: 'Column', yAxisLabel: 'Number', other: 1 })
  })
})
