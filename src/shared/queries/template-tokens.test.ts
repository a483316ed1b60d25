import Mustache from 'mustache'
import { describe, expect, it } from 'vitest'
import { readTemplateTokens } from './template-tokens.ts'

describe('readTemplateTokens', () => {
  it.each([
    'select 1',
    'a {{ b }} c {{{ d }}} {{& e }} {{#f}} {{.}} {{/f}} {{^g}}x{{/g}} {{! note }} {{ h.start }}',
    '{{=<% %>=}} <% a %>',
    `{{ a${' '.repeat(200)}}}${' '.repeat(100_000)}{{{ b }}}`,
    '{{{ a }} b }}}',
  ])('reads what the parser reads: %.80s', (template) => {
    expect(readTemplateTokens(template)).toEqual(Mustache.parse(template))
  })

  // the parser takes minutes for each of these
  const blanks = ' '.repeat(1_000_000)
  it.each([
    ['blanks before the end of a name', `{{ a${blanks}b }}`],
    ['blanks in an unclosed one', `{{ a${blanks}`],
    ['blanks in triple braces, behind a closing pair', `{{{ a }}${blanks}b }}}`],
    ['blanks before the braces', `{{ ${' '.repeat(300)}{ a }}${blanks}b }}}`],
    ['blanks in new delimiters', `{{=a${blanks}b}}`],
    ['new delimiters in a long text', `{{=[ ]=}}${'[a]'.repeat(300_000)}`],
    ['a long name of tabs and lines', `{{ a${'\t\n'.repeat(500_000)}b }}`],
  ])('refuses %s', (_, template) => {
    expect(() => readTemplateTokens(template)).toThrow(/blanks in a row|delimiters/)
  })

  it('keeps nothing of what it has read', () => {
    const template = '{{ a }} of one reading'
    expect(readTemplateTokens(template)).not.toBe(readTemplateTokens(template))
  })
})
