import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bindText } from '#shared/sql/bind-text.ts'
import { isSafeQuery } from '#shared/sql/is-safe.ts'
import { prepareText } from '#shared/sql/prepare-text.ts'
import { resultsBinding, resultsDialect } from './duckdb-dialect.ts'
import { readResultsText } from './results-text.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

describe('readResultsText', () => {
  it('names the table of a query with values as Redash does', () => {
    const { text, tables } = readResultsText('select * from param_query_12_{a=1&b=2}, Query_3', [])
    const name = `query_12_${md5('query_12_a=1&b=2')}`
    expect(text).toBe(`select * from ${name}, Query_3`)
    expect([...tables]).toEqual([
      [name, { kind: 'param', id: 12, values: { a: '1', b: '2' } }],
      ['query_3', { kind: 'query', id: 3, values: {} }],
    ])
  })

  it('maps places back, on both sides of a name', () => {
    const original = 'select x from param_query_1_{a=1} where y'
    const { text, originalOffset } = readResultsText(original, [])
    expect(originalOffset(text.indexOf('x from'))).toBe(original.indexOf('x from'))
    expect(originalOffset(text.indexOf('query_1_'))).toBe(original.indexOf('param_'))
    expect(originalOffset(text.lastIndexOf('y'))).toBe(original.lastIndexOf('y'))
  })
})

describe('values in the braces of a query', () => {
  const text = { name: 'x', title: 'x', type: 'text', value: null, global: false }
  const template = 'select * from param_query_1_{a={{x}}} where b = 1'

  it('are text, so text parameters need full access there', () => {
    expect(isSafeQuery(template, { parameters: [text] }, resultsBinding)).toBe(false)
    const bound = bindText(template, { x: "1} --'" }, [text], resultsBinding)
    expect(bound).toMatchObject({
      text: "select * from param_query_1_{a=1} --'} where b = 1",
      values: [],
      free: ['x'],
    })
  })

  it('may be numbers that anyone gives', () => {
    const number = { ...text, type: 'number' }
    expect(isSafeQuery(template, { parameters: [number] }, resultsBinding)).toBe(true)
    const bound = bindText(template, { x: 7 }, [number], resultsBinding)
    expect(bound).toMatchObject({ text: 'select * from param_query_1_{a=7} where b = 1', free: [] })
  })

  it('stay as they are when the text is prepared', () => {
    const sent = 'select * from param_query_1_{a=1--2;3} t LIMIT 1000'
    expect(prepareText('select * from param_query_1_{a=1--2;3} t -- note', resultsDialect, 1000).text).toBe(
      sent,
    )
  })
})
