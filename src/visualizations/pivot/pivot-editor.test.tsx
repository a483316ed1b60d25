// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openEditor } from '../editor-under-test.tsx'
import PivotEditor from './pivot-editor.tsx'
import { normalizePivot } from './pivot-options.ts'
import { sales } from './pivot-samples.ts'

afterEach(cleanup)

const isOn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).checked

it('has three switches; the first one inverts its stored flag', () => {
  const options = normalizePivot({ rows: ['region'], kept: 1 })
  const latest = openEditor(PivotEditor, { options, data: sales })
  const labels = ['Show Pivot Controls', 'Show Row Totals', 'Show Column Totals']
  expect(
    screen.getAllByRole('switch').map((one) => (one as HTMLInputElement).labels?.[0]?.textContent),
  ).toEqual(labels)
  expect(labels.map(isOn)).toEqual([true, true, true])
  for (const label of labels) fireEvent.click(screen.getByLabelText(label))
  expect(labels.map(isOn)).toEqual([false, false, false])
  expect(latest.options).toMatchObject({
    rows: ['region'],
    kept: 1,
    controls: { enabled: true },
    rendererOptions: { table: { rowTotals: false, colTotals: false } },
  })
})
