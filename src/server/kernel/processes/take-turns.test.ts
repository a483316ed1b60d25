import { describe, expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

const line = (limits: { maxWaiting: number; maxWaitingOfOne: number }) => {
  const turns = takeTurns<string>(limits)
  const dropped: string[] = []
  const stand = (owner: string, ...names: string[]) =>
    names.map((name) => turns.stand(owner, name, () => dropped.push(name)))
  const serve = () => {
    const served: string[] = []
    for (let next = turns.next(); next !== null; next = turns.next()) served.push(next)
    return served
  }
  return { stand, serve, dropped, next: turns.next }
}

describe('a line in which owners take turns', () => {
  it('serves one of each owner in a round, and each owner in their order', () => {
    const { stand, serve } = line({ maxWaiting: 10, maxWaitingOfOne: 10 })
    stand('a', 'a1', 'a2', 'a3')
    stand('b', 'b1', 'b2')
    stand('c', 'c1')
    expect(serve()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('serves a newcomer before the second one of an owner who has just been served', () => {
    const { stand, serve, next } = line({ maxWaiting: 10, maxWaitingOfOne: 10 })
    stand('a', 'a1', 'a2', 'a3')
    expect(next()).toBe('a1')
    stand('b', 'b1')
    expect(serve()).toEqual(['b1', 'a2', 'a3'])
  })

  it('gives no owner a second turn in a round because they stand in line again', () => {
    const { stand, next } = line({ maxWaiting: 10, maxWaitingOfOne: 10 })
    stand('a', 'a1')
    stand('b', 'b1', 'b2')
    expect(next()).toBe('a1')
    stand('a', 'a2')
    expect([next(), next(), next()]).toEqual(['b1', 'a2', 'b2'])
  })

  it('limits how many of one owner wait', () => {
    const { stand, serve } = line({ maxWaiting: 10, maxWaitingOfOne: 2 })
    expect(stand('a', 'a1', 'a2', 'a3')).toEqual(['in', 'in', 'many'])
    expect(stand('b', 'b1')).toEqual(['in'])
    expect(serve()).toEqual(['a1', 'b1', 'a2'])
  })

  it('makes room in a full line for an owner with fewer waiting than others', () => {
    const { stand, serve, dropped } = line({ maxWaiting: 4, maxWaitingOfOne: 4 })
    stand('a', 'a1', 'a2', 'a3')
    stand('b', 'b1')
    expect(stand('c', 'c1', 'c2')).toEqual(['in', 'full'])
    expect(dropped).toEqual(['a3'])
    expect(stand('a', 'a4')).toEqual(['full'])
    expect(serve()).toEqual(['a1', 'b1', 'c1', 'a2'])
  })
})
