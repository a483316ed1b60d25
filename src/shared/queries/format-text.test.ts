import { describe, expect, it } from 'vitest'
import { canFormat, formatText } from './format-text.ts'

describe('formatText', () => {
  it('breaks SQL into lines with keywords in upper case and leaves parameters alone', () => {
    expect(formatText("select a from t where d > '{{ range.start }}' and n = {{n}}", 'sql')).toBe(
      "SELECT\n  a\nFROM\n  t\nWHERE\n  d > '{{ range.start }}'\n  AND n = {{n}}",
    )
  })

  it('uses the dialect of the data source', () => {
    expect(formatText('select a::text, b->>$$x$$ from t', 'sql', 'postgresql')).toContain('a::text')
    expect(formatText('select `a` from t', 'sql', 'mysql')).toContain('`a`')
  })

  it('indents JSON by four spaces and refuses invalid JSON', () => {
    expect(formatText('{"a":1}', 'json')).toBe('{\n    "a": 1\n}')
    expect(() => formatText('{a', 'json')).toThrow()
  })

  it('leaves other languages as they are', () => {
    expect(formatText('url: x', 'yaml')).toBe('url: x')
    expect([canFormat('sql'), canFormat('json'), canFormat('yaml')]).toEqual([true, true, false])
  })
})
