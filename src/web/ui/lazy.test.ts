import { expect, it } from 'vitest'
import { loadPatiently, type Patience } from './lazy.ts'

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
  const patience: Patience = async (failure, attempt) => void asked.push([String(failure), attempt])
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
