import { expect, it } from 'vitest'
import { refusedSave } from './refused-save.ts'

const base = { name: 'a', tags: ['x'], options: { b: 1 } }

it('lists what a refused save would have changed, in the order of the fields', () => {
  expect(refusedSave(base, { options: { b: 2 }, name: 'c', tags: ['x'] })).toEqual({
    snapshot: { name: 'c', tags: ['x'], options: { b: 2 } },
    changed: ['name', 'options'],
  })
})

it('keeps nothing of a save that would have changed nothing', () => {
  expect(refusedSave(base, { tags: ['x'], options: { b: 1 } })).toBeNull()
  expect(refusedSave(base, {})).toBeNull()
})
