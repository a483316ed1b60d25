import { describe, expect, it } from 'vitest'
import { parametersOfText } from './detect-parameters.ts'
import { adHocValues } from './execution-values.ts'
import { orderParameters } from './order-parameters.ts'
import { openValues, shownParameters, withAllApplied, withPending } from './pending-values.ts'

const parameters = parametersOfText('{{ a }} {{ n }} {{ constructor }}', []).map((one) =>
  one.name === 'n' ? { ...one, type: 'number', value: 1 } : one,
)
const nothing = new Map<string, unknown>()

describe('pending values', () => {
  it('are normalized, and removed when they equal the applied value', () => {
    const changed = withPending(parameters, nothing, 'n', '2')
    expect([...changed]).toEqual([['n', 2]])
    expect(withPending(parameters, changed, 'n', '1').size).toBe(0)
    expect(withPending(parameters, nothing, 'a', '').size).toBe(0)
    expect(withPending(parameters, nothing, 'unknown', 'x').size).toBe(0)
  })

  it('are all applied at once, and list the changed values', () => {
    const pending = withPending(parameters, withPending(parameters, nothing, 'constructor', 'x'), 'n', '2')
    expect(shownParameters(parameters, pending).map(({ value }) => value)).toEqual([null, 2, 'x'])
    const { parameters: next, changed } = withAllApplied(parameters, pending)
    expect(next.map(({ value }) => value)).toEqual([null, 2, 'x'])
    expect(changed).toEqual(['n', 'constructor'])
    expect(openValues(next, pending).size).toBe(0)
  })

  it('are removed with their parameter, and follow its type', () => {
    const pending = new Map<string, unknown>([
      ['gone', 1],
      ['n', 'many'],
    ])
    expect([...openValues(parameters, pending)]).toEqual([['n', null]])
  })
})

describe('execution values', () => {
  const [plain] = parametersOfText('{{ list }}', [])
  if (!plain) throw new Error('a parameter is expected')
  const given = [
    {
      ...plain,
      type: 'query',
      value: ['a', 'b'],
      multiValuesOptions: { prefix: "'", suffix: "'", separator: ',' },
    },
    {
      ...{ ...plain, name: 'bare', type: 'enum', value: ['a', 'b,c'] },
      multiValuesOptions: { prefix: '', suffix: '', separator: ',' },
    },
    { ...plain, name: 'from', type: 'date', value: 'd_yesterday' },
    { ...plain, name: 'span', type: 'date-range', value: 'd_last_month' },
    { ...plain, name: 'n', type: 'number', value: 5 },
  ]

  it('of an unsaved text are joined if they have a quotation, with dynamic dates resolved in the zone', () => {
    const now = new Date('2024-03-01T03:00:00Z')
    expect(adHocValues(given, now, 'America/New_York')).toEqual({
      list: "'a','b'",
      bare: ['a', 'b,c'],
      from: '2024-02-28',
      span: { start: '2024-01-01', end: '2024-01-31' },
      n: 5,
    })
  })
})

it('orders the named ones among themselves', () => {
  const named = parametersOfText('{{ a }} {{ hidden }} {{ b }} {{ c }}', [])
  expect(orderParameters(named, ['c', 'a', 'b']).map(({ name }) => name)).toEqual(['c', 'hidden', 'a', 'b'])
})
