// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import PivotEditor from './pivot-editor.tsx'
import { normalizePivot, type PivotOptions } from './pivot-options.ts'
import { sales, settings } from './pivot-samples.ts'

afterEach(cleanup)

let current: PivotOptions

function Host({ stored }: { stored: Record<string, unknown> }) {
  const [options, setOptions] = useState(() => normalizePivot(stored))
  current = options
  return (
    <MantineProvider env="test">
      <PivotEditor data={sales} options={options} onOptionsChange={setOptions} settings={settings} />
    </MantineProvider>
  )
}

const isOn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).checked

it('has three switches, the first with its inverted flag', () => {
  render(<Host stored={{ rows: ['region'], kept: 1 }} />)
  const labels = ['Show Pivot Controls', 'Show Row Totals', 'Show Column Totals']
  expect(
    screen.getAllByRole('switch').map((one) => (one as HTMLInputElement).labels?.[0]?.textContent),
  ).toEqual(labels)
  expect(labels.map(isOn)).toEqual([true, true, true])
  for (const label of labels) fireEvent.click(screen.getByLabelText(label))
  expect(labels.map(isOn)).toEqual([false, false, false])
  expect(current).toMatchObject({
    rows: ['region'],
    kept: 1,
    controls: { enabled: true },
    rendererOptions: { table: { rowTotals: false, colTotals: false } },
  })
})
