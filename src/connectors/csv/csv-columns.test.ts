import { describe, expect, it } from 'vitest'
import { encoderOf, typeOfCells } from './csv-columns.ts'

describe('csv columns', () => {
  it.each([
    [['1', '-2', null], 'integer'],
    [['1', '2.5'], 'float'],
    [['.5', '1e3'], 'float'],
    [['0.5', '-0.25'], 'float'],
    [['00123', '1'], 'string'],
    [['1', '00123'], 'string'],
    [['1.5', '007'], 'string'],
    [['True', 'false'], 'boolean'],
    [['2020-01-02'], 'date'],
    [['2020-01-02', '2020-01-02 10:00'], 'datetime'],
    [['2020-01-02T10:00:00.5Z'], 'datetime'],
    [['a', '1'], 'string'],
    [[null, null], 'string'],
    [[], 'string'],
  ])('%j is %s', (cells, type) => {
    const found = typeOfCells()
    for (const cell of cells) found.note(cell)
    expect(found.type()).toBe(type)
  })

  it('writes a later cell of another type as plain text', () => {
    expect(encoderOf('integer')('12345678901234567890')).toBe('12345678901234567890')
    expect(encoderOf('integer')('n/a')).toBe('"n/a"')
    expect(encoderOf('float')('.50')).toBe('0.5')
    expect(encoderOf('boolean')('TRUE')).toBe('true')
    expect(encoderOf('boolean')('perhaps')).toBe('"perhaps"')
    expect(encoderOf('datetime')('2020-01-02 10:00:00')).toBe('"2020-01-02T10:00:00"')
  })
})
