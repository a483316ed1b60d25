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
    [['007.5', '1'], 'string'],
    [['1', '5.'], 'string'],
    [['-.5e-3', '-0'], 'float'],
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

  it('writes a later cell that is of another kind as the text it is', () => {
    expect(encoderOf('integer')('12345678901234567890')).toBe('12345678901234567890')
    expect(encoderOf('integer')('n/a')).toBe('"n/a"')
    expect(encoderOf('float')('.50')).toBe('0.50')
    expect(encoderOf('boolean')('TRUE')).toBe('true')
    expect(encoderOf('boolean')('perhaps')).toBe('"perhaps"')
    expect(encoderOf('datetime')('2020-01-02 10:00:00')).toBe('"2020-01-02T10:00:00"')
    expect(encoderOf('datetime')('not known')).toBe('"not known"')
  })

  it.each([
    ['00123', '"00123"'],
    ['-07', '"-07"'],
    ['007.5', '"007.5"'],
    ['00.5', '"00.5"'],
    ['12345678901234567890.', '"12345678901234567890."'],
    ['+1', '"+1"'],
    ['0x10', '"0x10"'],
    ['1e400', '"1e400"'],
    ['1e300', '1e300'],
    ['.12345678901234567890', '0.12345678901234567890'],
    ['-.5e3', '-0.5e3'],
    ['1.50', '1.50'],
    ['-0', '-0'],
  ])('keeps each digit of %s in a column of numbers', (cell, json) => {
    expect(encoderOf('integer')(cell)).toBe(json)
    expect(encoderOf('float')(cell)).toBe(json)
  })
})
