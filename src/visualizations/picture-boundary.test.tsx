// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchedOnce } from './parts/missing-parts.ts'
import { part } from './parts/part.tsx'
import { PictureBoundary } from './picture-boundary.tsx'

/** how often the file was asked for, and whether the network lets it through */
let asked = 0
let isOnline = false

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  asked = 0
  isOnline = false
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const newPart = () =>
  part<{ words: string }>(async () => {
    asked++
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module: https://x.example/a.js')
    return { default: ({ words }) => <p>{words}</p> }
  })

const missing = /The picture could not be loaded/

/** Draws it; its file does not come. */
async function draw(Part: ReturnType<typeof newPart>) {
  const picture = (words: string) => (
    <MantineProvider env="test">
      <PictureBoundary resetKeys={[words]}>
        <Suspense fallback="…">
          <Part words={words} />
        </Suspense>
      </PictureBoundary>
    </MantineProvider>
  )
  const { rerender } = await act(async () => render(picture('first')))
  await screen.findByText(missing)
  return {
    async drawAnew(words: string) {
      await act(async () => rerender(picture(words)))
      await screen.findByText(missing)
    },
  }
}

describe('a picture whose file does not come', () => {
  it('asks once, however often it is drawn, and says so', async () => {
    const { drawAnew } = await draw(newPart())
    for (const words of ['second', 'third', 'fourth']) await drawAnew(words)
    expect(asked).toBe(1)
  })

  it('is fetched again by Retry, and then drawn', async () => {
    await draw(newPart())
    const retry = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
    await retry()
    await screen.findByText(missing)
    expect(asked).toBe(2)
    isOnline = true
    await retry()
    await screen.findByText('first')
    expect([asked, screen.queryByText(missing)]).toEqual([3, null])
  })

  it('comes by itself when the connection is back', async () => {
    await draw(newPart())
    isOnline = true
    window.dispatchEvent(new Event('online'))
    await screen.findByText('first')
    expect(asked).toBe(2)
  })
})

it('asks for missing files less and less often', async () => {
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

it('tells a fault in a picture from a file that is missing', async () => {
  const broken = () => {
    throw new Error('broken')
  }
  render(<MantineProvider env="test">{boundaryOf(broken)}</MantineProvider>)
  expect(screen.getByText('Error while rendering visualization.')).toBeTruthy()
})

function boundaryOf(Content: () => never) {
  return (
    <PictureBoundary resetKeys={[]}>
      <Content />
    </PictureBoundary>
  )
}
