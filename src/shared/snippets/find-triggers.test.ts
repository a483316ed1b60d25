import { describe, expect, it } from 'vitest'
import { triggerBefore, triggersAt } from './find-triggers.ts'

const triggers = ['top10', 'top-20', 'my select', 'été', '@all']

describe('triggersAt', () => {
  it.each([
    ['select to', { word: { from: 7, triggers }, others: null }],
    ['', { word: { from: 0, triggers }, others: null }],
    ['select ét', { word: { from: 7, triggers }, others: null }],
    ['t.to', { word: null, others: null }],
    [
      'x; top-',
      {
        word: { from: 7, triggers: ['top10', 'my select', 'été', '@all'] },
        others: { from: 3, triggers: ['top-20'] },
      },
    ],
    [
      'MY sel',
      {
        word: { from: 3, triggers: ['top10', 'top-20', 'été', '@all'] },
        others: { from: 0, triggers: ['my select'] },
      },
    ],
    [
      'x@a',
      {
        word: { from: 2, triggers: ['top10', 'top-20', 'my select', 'été'] },
        others: { from: 1, triggers: ['@all'] },
      },
    ],
    ['stop-2', { word: { from: 5, triggers }, others: null }],
  ])('%s', (before, found) => {
    expect(triggersAt(before, triggers)).toEqual(found)
  })

  it('offers nothing without triggers', () => {
    expect(triggersAt('sel', [])).toEqual({ word: null, others: null })
  })
})

describe('triggerBefore', () => {
  it.each([
    ['top10', { from: 0, trigger: 'top10' }],
    ['select (top10', { from: 8, trigger: 'top10' }],
    ['run my select', { from: 4, trigger: 'my select' }],
    ['x@all', { from: 1, trigger: '@all' }],
    ['stop10', null],
    ['t.top10', null],
    ['TOP10', null],
    ['top1', null],
    ['', null],
  ])('%s', (before, found) => {
    expect(triggerBefore(before, triggers)).toEqual(found)
  })

  it('takes the longest', () => {
    expect(triggerBefore('my select', ['select', 'my select'])).toEqual({ from: 0, trigger: 'my select' })
  })
})
