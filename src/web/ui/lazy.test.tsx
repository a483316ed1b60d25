// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { early, lazy, loadPart, loadPatiently, type Patience, setPatience } from './lazy.tsx'

afterEach(cleanup)

const broken = new Error('the code of the part is broken')

/** Fails as often as told, then answers. */
function failing(times: number) {
  let calls = 0
  return async () => {
    calls++
    if (calls <= times) throw new Error(`failure ${calls}`)
    return calls
  }
}

it('asks nobody when the part comes', async () => {
  const patience: Patience = () => Promise.reject(broken)
  expect(await loadPatiently(failing(0), patience)).toBe(1)
})

it('tries as often as it is told to, and says which attempt it was', async () => {
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

it('fails with what it is told, and not again', async () => {
  const patience: Patience = () => Promise.reject(broken)
  await expect(loadPatiently(failing(9), patience)).rejects.toBe(broken)
})

it('draws nothing of what has gone, and gives no answer for what is no component', async () => {
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

  it('draws at once what was fetched before', async () => {
    const Part = early(async () => words)
    await Part.preload()
    expect(renderToStaticMarkup(<Part text="there" />)).toBe('<p>there</p>')
  })

  it('draws later what comes later', async () => {
    const Part = early(async () => words)
    render(
      <Suspense fallback="…">
        <Part text="late" />
      </Suspense>,
    )
    expect(screen.queryByText('late')).toBeNull()
    expect(await screen.findByText('late')).toBeTruthy()
  })

  it('keeps a failure of fetching ahead for when it is drawn', async () => {
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
