import { describe, expect, it } from 'vitest'
import { findErrorPosition, oneLineUp, withoutAnnotation } from './error-position.ts'

describe('findErrorPosition', () => {
  it('reads the line and the caret, and counts the statements before', () => {
    const text = 'select 1;\nselect a\n  from nosuch'
    const statement = { text: 'select a\n  from nosuch', start: 10 }
    const message = 'Catalog Error: …\n\nLINE 2:   from nosuch\n               ^'
    expect(findErrorPosition(text, statement, message)).toEqual({ line: 3, column: 8 })
  })

  it('finds the place in a line that was cut', () => {
    const line = `select ${'a, '.repeat(60)}nosuch from t`
    const message = `Binder Error: …\n\nLINE 1: ...a, a, nosuch from t\n                  ^`
    expect(findErrorPosition(line, { text: line, start: 0 }, message)?.column).toBe(
      line.indexOf('a, a, nosuch') + '                  '.length - 'LINE 1: '.length - 3 + 1,
    )
  })

  it('answers null when the message shows no place', () => {
    expect(findErrorPosition('x', { text: 'x', start: 0 }, 'Out of Memory Error')).toBeNull()
  })
})

describe('withoutAnnotation', () => {
  const told = 'Binder Error: …\n\nLINE 1: select nowher from flights\n               ^'

  it.each(['...: 5d0, Scheduled: False */ ', '/* Username: a, Queue: q, Scheduled: True */ '])(
    'leaves out %s, and keeps the caret under its place',
    (comment) => {
      const { length } = comment
      const sent = told
        .replace('LINE 1: ', `LINE 1: ${comment}`)
        .replace(/( *)\^/, `$1${' '.repeat(length)}^`)
      expect(withoutAnnotation(sent)).toBe(told)
    },
  )

  it('changes nothing else', () => {
    expect(withoutAnnotation(told)).toBe(told)
    const other = told.replace('select', '/* mine */ select')
    expect(withoutAnnotation(other)).toBe(other)
  })
})

describe('oneLineUp', () => {
  it('keeps the caret under its place', () => {
    const shown = (line: number, indent: string) =>
      `Conversion Error: …\n\nLINE ${line}:  cast(a as int)\n${indent}^`
    expect(oneLineUp(shown(10, '          '))).toBe(shown(9, '         '))
    expect(oneLineUp(shown(3, '         '))).toBe(shown(2, '         '))
    expect(oneLineUp('Out of Range Error: Overflow')).toBe('Out of Range Error: Overflow')
  })
})
