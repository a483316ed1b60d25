// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { resultOfRows } from '../gallery-case.ts'
import { suiteSettings } from '../visualization-suite.ts'
import SankeyEditor from './sankey-editor.tsx'
import { sankeyModel } from './sankey-model.ts'

afterEach(cleanup)

/** What the editor shows as an example, read as a result. */
function exampleRows(table: HTMLElement): Record<string, string | null>[] {
  const [head, ...lines] = [...table.querySelectorAll('tr')].map((line) =>
    [...line.children].map((cell) => cell.textContent),
  )
  return lines.map((cells) =>
    Object.fromEntries(
      (head ?? []).map((name, at) => [name, cells[at] === 'null' ? null : (cells[at] ?? null)]),
    ),
  )
}

describe('the explanation in place of settings', () => {
  it('shows only examples that are drawn', () => {
    render(
      <MantineProvider env="test">
        <SankeyEditor />
      </MantineProvider>,
    )
    expect(screen.queryAllByRole('textbox')).toEqual([])
    const tables = screen.getAllByRole('table')
    expect(tables.length).toBeGreaterThan(0)
    for (const table of tables) {
      const rows = exampleRows(table)
      expect(rows.length).toBeGreaterThan(1)
      expect(sankeyModel(resultOfRows(rows), suiteSettings).kind).not.toBe('message')
    }
  })
})
