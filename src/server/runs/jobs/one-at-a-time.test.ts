import { expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

it('serializes work with the same name, continues after a failure, and lets other names pass', async () => {
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = oneAtATime('a', async () => {
    await gate.promise
    done.push('a1')
  })
  const failing = oneAtATime('a', async () => {
    done.push('a2')
    throw new Error('no')
  })
  const third = oneAtATime('a', async () => done.push('a3'))
  await oneAtATime('b', async () => done.push('b'))
  expect(done).toEqual(['b'])
  gate.resolve()
  await first
  await expect(failing).rejects.toThrow('no')
  await third
  expect(done).toEqual(['b', 'a1', 'a2', 'a3'])
})
