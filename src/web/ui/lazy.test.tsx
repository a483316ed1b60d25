// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { early, lazy, loadPart, loadPatiently, type Patience, setPatience } from './lazy.tsx'

afterEach(cleanup)

const broken = new Error('the code of the part is broken')

/** Fails the given number of times, then answers. */
function failing(times: number) {
  let calls = 0
  return async () => {
    calls++
    if (calls <= times) throw new Error(`failure ${calls}`)
    return calls
  }
}

it('does not consult patience if the part loads', async () => {
  const patience: Patience = () => Promise.reject(broken)
  expect(await loadPatiently(failing(0), patience)).toBe(1)
})

it('retries as often as patience decides, and passes the number of the attempt', async () => {
  const asked: [string, number][] = []
  const patience: Patience = async (failure, attempt) => {
    asked.push([String(failure), attempt])
    return undefined
  }
  expect(await loadPatiently(failing(2), patience)).toBe(3)
  expect(asked).toEqual([
    ['Error: failure 1', 1],
    ['Error: failure 2', 2],
  ])
})

it('fails with the error of patience, and only once', async () => {
  const patience: Patience = () => Promise.reject(broken)
  await expect(loadPatiently(failing(9), patience)).rejects.toBe(broken)
})

it('draws nothing for a missing component, and never resolves for other parts', async () => {
  setPatience(async () => 'gone')
  const gone = () => Promise.reject(broken)
  const Part = lazy<() => null>(gone)
  render(
    <Suspense fallback="…">
      <Part />
    </Suspense>,
  )
  await expect.poll(() => screen.queryByText('…')).toBeNull()
  const answer = await Promise.race([
    loadPart(gone),
    new Promise((resolve) => setTimeout(resolve, 20, 'none')),
  ])
  expect(answer).toBe('none')
})

describe('early', () => {
  const words = ({ text }: { text: string }) => <p>{text}</p>

  it('draws a preloaded part at once', async () => {
    const Part = early(async () => words)
    await Part.preload()
    expect(renderToStaticMarkup(<Part text="there" />)).toBe('<p>there</p>')
  })

  it('draws other parts later', async () => {
    const Part = early(async () => words)
    render(
      <Suspense fallback="…">
        <Part text="late" />
      </Suspense>,
    )
    expect(screen.queryByText('late')).toBeNull()
    expect(await screen.findByText('late')).toBeTruthy()
  })

  it('keeps a failure of preloading until it is drawn', async () => {
    let isThere = false
    const Part = early(async () => {
      if (!isThere) throw new Error('away')
      return words
    })
    await Part.preload()
    isThere = true
    render(
      <Suspense fallback="…">
        <Part text="back" />
      </Suspense>,
    )
    expect(await screen.findByText('back')).toBeTruthy()
  })
})
