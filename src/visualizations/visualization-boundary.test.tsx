// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchedOnce, part } from './parts/part.tsx'
import { VisualizationBoundary } from './visualization-boundary.tsx'

/** number of requests for the chunk, and whether the network works */
let requests = 0
let isOnline = false

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  requests = 0
  isOnline = false
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const newPart = () =>
  part<{ words: string }>(async () => {
    requests++
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module: https://x.example/a.js')
    return { default: ({ words }) => <p>{words}</p> }
  })

const missing = /The visualization could not be loaded/

/** Renders the part while its chunk cannot be loaded. */
async function draw(Part: ReturnType<typeof newPart>) {
  const visualization = (words: string) => (
    <MantineProvider env="test">
      <VisualizationBoundary resetKeys={[words]}>
        <Suspense fallback="…">
          <Part words={words} />
        </Suspense>
      </VisualizationBoundary>
    </MantineProvider>
  )
  const { rerender } = await act(async () => render(visualization('first')))
  await screen.findByText(missing)
  return {
    async redraw(words: string) {
      await act(async () => rerender(visualization(words)))
      await screen.findByText(missing)
    },
  }
}

describe('a visualization whose chunk fails to load', () => {
  it('requests it once for several renderings, and reports the failure', async () => {
    const { redraw } = await draw(newPart())
    for (const words of ['second', 'third', 'fourth']) await redraw(words)
    expect(requests).toBe(1)
  })

  it('is loaded by Retry, and then rendered', async () => {
    await draw(newPart())
    const retry = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
    await retry()
    await screen.findByText(missing)
    expect(requests).toBe(2)
    isOnline = true
    await retry()
    await screen.findByText('first')
    expect([requests, screen.queryByText(missing)]).toEqual([3, null])
  })

  it('is loaded automatically when the connection is back', async () => {
    await draw(newPart())
    isOnline = true
    window.dispatchEvent(new Event('online'))
    await screen.findByText('first')
    expect(requests).toBe(2)
  })
})

it('requests missing chunks at growing intervals', async () => {
  vi.useFakeTimers()
  const times: number[] = []
  const load = fetchedOnce(async () => {
    times.push(Date.now())
    throw new Error('gone')
  })
  const begin = Date.now()
  while (Date.now() < begin + 300_000) {
    await load().catch(() => undefined)
    await vi.advanceTimersByTimeAsync(1000)
  }
  const pauses = times.slice(1).map((time, place) => time - (times[place] ?? 0))
  expect(pauses.length).toBeGreaterThan(4)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(60_000)
  vi.useRealTimers()
})

it('tells a rendering error from a missing chunk', async () => {
  const broken = () => {
    throw new Error('broken')
  }
  render(<MantineProvider env="test">{boundaryOf(broken)}</MantineProvider>)
  expect(screen.getByText('Error while rendering visualization.')).toBeTruthy()
})

function boundaryOf(Content: () => never) {
  return (
    <VisualizationBoundary resetKeys={[]}>
      <Content />
    </VisualizationBoundary>
  )
}

function Failing(): never {
  throw new Error('The columns are odd.')
}

it('a thumbnail that fails shows what was given instead, not an error', () => {
  render(
    <MantineProvider env="test">
      <VisualizationBoundary resetKeys={[]} instead={<span>its icon</span>}>
        <Failing />
      </VisualizationBoundary>
    </MantineProvider>,
  )
  screen.getByText('its icon')
  expect(screen.queryByRole('alert')).toBe(null)
})
