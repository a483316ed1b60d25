// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ChartLegend } from './chart-legend.tsx'

afterEach(cleanup)

it('is one stop of Tab, from which the arrow keys go on', () => {
  const items = ['a', 'b', 'c'].map((name) => ({ name, label: name, color: '#123456', hidden: false }))
  const onHiddenChange = vi.fn()
  render(
    <MantineProvider>
      <ChartLegend items={items} reversed={false} onHiddenChange={onHiddenChange} />
    </MantineProvider>,
  )
  const item = (name: string) => screen.getByRole('button', { name })
  const stops = () => screen.getAllByRole('button').map((button) => button.tabIndex)
  expect(stops()).toEqual([0, -1, -1])
  item('a').focus()
  for (const [key, next] of [
    ['ArrowDown', 'b'],
    ['ArrowRight', 'c'],
    ['ArrowDown', 'c'],
    ['ArrowUp', 'b'],
    ['Home', 'a'],
    ['End', 'c'],
  ] as const) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    expect(document.activeElement).toBe(item(next))
  }
  expect(stops()).toEqual([-1, -1, 0])
  fireEvent.click(item('c'))
  expect(onHiddenChange).toHaveBeenCalledWith(new Set(['c']))
})
