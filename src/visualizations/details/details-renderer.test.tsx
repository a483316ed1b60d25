// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { resultOf } from '../parts/columns/column-samples.ts'
import { sampleSettings } from '../sample-settings.ts'
import type { VisualizationData, VisualizationPlace } from '../visualization.ts'
import { normalizeDetails } from './details-options.ts'
import DetailsRenderer from './details-renderer.tsx'

afterEach(cleanup)

function element(data: VisualizationData, stored: Record<string, unknown>, place: VisualizationPlace) {
  return (
    <MantineProvider env="test">
      <DetailsRenderer
        data={data}
        options={normalizeDetails(stored, data, sampleSettings)}
        name="Order"
        place={place}
        settings={sampleSettings}
      />
    </MantineProvider>
  )
}
const show = (
  data: VisualizationData,
  stored: Record<string, unknown> = {},
  place: VisualizationPlace = 'page',
) => render(element(data, stored, place))

const orders = resultOf(
  [
    ['id', 'integer'],
    ['note', 'string'],
  ],
  [
    [1, 'first'],
    [2, null],
    [3, 'third'],
  ],
)
const texts = (role: string) => screen.getAllByRole(role).map((one) => one.textContent)
const values = () => texts('definition')
const button = (name: string) => screen.getByRole('button', { name })

describe('DetailsRenderer', () => {
  it('lists labels and values of the first row', () => {
    show(orders, { columns: [{ name: 'note', title: 'Note', description: 'Of the customer' }] })
    expect(texts('term')).toEqual(['id', 'Note'])
    expect(values()).toEqual(['1', 'first'])
    expect(button('Of the customer')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Order' })).toBeTruthy()
  })

  it('turns rows by buttons and stops at the ends', () => {
    show(orders)
    expect(button('Previous row').getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button('Next row'))
    expect(values()).toEqual(['2', 'null'])
    expect(screen.getByRole('status').textContent).toBe('Row 2 of 3')
    fireEvent.click(button('Last row'))
    fireEvent.click(button('Next row'))
    expect(values()).toEqual(['3', 'third'])
    fireEvent.click(button('First row'))
    expect(values()).toEqual(['1', 'first'])
  })

  it('turns rows by keys', () => {
    show(orders)
    const press = (key: string) => fireEvent.keyDown(button('Next row'), { key })
    press('ArrowRight')
    expect(values()[0]).toBe('2')
    press('End')
    press('ArrowRight')
    expect(values()[0]).toBe('3')
    press('ArrowLeft')
    expect(values()[0]).toBe('2')
    press('Home')
    expect(values()[0]).toBe('1')
    fireEvent.keyDown(button('Next row'), { key: 'ArrowRight', altKey: true })
    expect(values()[0]).toBe('1')
  })

  it('goes to the row whose number is typed', () => {
    show(orders)
    const field = screen.getByRole('textbox', { name: 'Row' })
    fireEvent.change(field, { target: { value: '3' } })
    expect(values()[0]).toBe('3')
    fireEvent.change(field, { target: { value: '' } })
    expect(values()[0]).toBe('3')
    fireEvent.change(field, { target: { value: '99' } })
    fireEvent.blur(field)
    expect(values()[0]).toBe('3')
    expect((field as HTMLInputElement).value).toBe('3')
  })

  it('stays inside of rows that become fewer, and has no pager for one', () => {
    const { rerender } = show(orders)
    fireEvent.click(button('Last row'))
    rerender(element({ ...orders, rows: orders.rows.slice(0, 2) }, {}, 'page'))
    expect(values()[0]).toBe('2')
    expect(screen.getByRole('status').textContent).toBe('Row 2 of 2')
    rerender(element({ ...orders, rows: orders.rows.slice(0, 1) }, {}, 'page'))
    expect(values()[0]).toBe('1')
    expect(screen.queryByRole('group')).toBeNull()
  })

  it('shows nothing without rows, and says so in the editor', () => {
    const { container } = show({ ...orders, rows: [] })
    expect(container.querySelector('dl')).toBeNull()
    expect(screen.queryByText(/no rows/)).toBeNull()
    cleanup()
    show({ ...orders, rows: [] }, {}, 'editor')
    expect(screen.getByText('The result has no rows, so there is none to show.')).toBeTruthy()
  })

  it('says that all columns are hidden', () => {
    show(orders, {
      columns: [
        { name: 'id', visible: false },
        { name: 'note', visible: false },
      ],
    })
    expect(screen.getByText('All columns are hidden. Make one visible in the editor.')).toBeTruthy()
  })

  it('shows kinds of cells as tables do; data is never code', () => {
    const data = resultOf(
      [
        ['link', 'string'],
        ['json', 'string'],
        ['text', 'string'],
      ],
      [['javascript:alert(1)', '{"a":1}', '<img src=x onerror=alert(1)>']],
    )
    const { container } = show(data, {
      columns: [
        { name: 'link', displayAs: 'link' },
        { name: 'json', displayAs: 'json' },
        { name: 'text', displayAs: 'hologram', title: '<b>title</b>', alignContent: 'center' },
      ],
    })
    expect(values()).toEqual(['javascript:alert(1)', '{…} // 1 item', '<img src=x onerror=alert(1)>'])
    expect(container.querySelector('a, img, b')).toBeNull()
    expect(screen.getAllByRole('definition')[2]?.dataset.align).toBe('center')
  })
})
