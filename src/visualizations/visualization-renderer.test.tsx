// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resultOf } from './parts/columns/column-samples.ts'
import { visualizationTypes } from './registry.ts'
import { sampleSettings } from './sample-settings.ts'
import type { VisualizationData, VisualizationType } from './visualization.ts'
import { storedOptions } from './visualization-editor-host.tsx'
import { VisualizationRenderer } from './visualization-renderer.tsx'

const data = resultOf([['a', 'integer']], [[1]])
const tableType = visualizationTypes.find(({ type }) => type === 'TABLE') as VisualizationType
const table = await tableType.load()
const ownRenderer = table.Renderer

function element(type: string, shown: VisualizationData = data, options: Record<string, unknown> = {}) {
  return (
    <MantineProvider env="test">
      <VisualizationRenderer
        type={type}
        name="A"
        options={options}
        data={shown}
        place="page"
        settings={sampleSettings}
      />
    </MantineProvider>
  )
}

describe('VisualizationRenderer', () => {
  beforeEach(() => {
    // React logs caught errors
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    table.Renderer = ownRenderer
  })

  it('draws the renderer of the type', async () => {
    await act(async () => render(element('TABLE')))
    expect((await screen.findByRole('grid')).textContent).toContain('1')
  })

  it('shows a note for an unknown type', () => {
    render(element('HOLOGRAM'))
    expect(screen.getByRole('status').textContent).toContain('HOLOGRAM')
  })

  it('shows an alert for a rendering error and renders again with other data', async () => {
    table.Renderer = ({ data: shown }) => {
      if (shown.rows.length === 1) throw new Error('broken')
      return <p>drawn</p>
    }
    const { rerender } = await act(async () => render(element('TABLE')))
    expect((await screen.findByRole('alert')).textContent).toBe('Error while rendering visualization.')
    await act(async () => rerender(element('TABLE', { ...data, rows: [] })))
    expect(await screen.findByText('drawn')).toBeTruthy()
  })

  it('also catches errors of normalize', async () => {
    vi.spyOn(table, 'normalize').mockImplementation(() => {
      throw new Error('broken')
    })
    await act(async () => render(element('TABLE')))
    expect((await screen.findByRole('alert')).textContent).toBe('Error while rendering visualization.')
  })
})

describe('storedOptions', () => {
  it('returns the whole normalized options in their stored form', () => {
    const stored = storedOptions(table, { paginationSize: 'small' }, data, sampleSettings)
    expect(stored).not.toHaveProperty('paginationSize')
    expect(stored).toMatchObject({ itemsPerPage: 25, columns: [{ name: 'a', displayAs: 'number' }] })
  })
})
