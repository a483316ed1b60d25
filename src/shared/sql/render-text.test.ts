import { describe, expect, it } from 'vitest'
import { missingParameters, renderText, templateOffset, UnreadableTemplate } from './render-text.ts'

const render = (template: string, values: Record<string, unknown> = {}) => renderText(template, values).text

describe('renderText', () => {
  it('inserts values unchanged', () => {
    expect(render('{{a}} {{{ a }}} {{& a}}', { a: `<"it's & \\{{b}}">` })).toBe(
      Array(3).fill(`<"it's & \\{{b}}">`).join(' '),
    )
  })

  it('writes values that are not text as Redash does', () => {
    expect(render('{{n}} {{t}} {{f}} {{i}} {{o}}', { n: null, t: true, f: false, i: 1.5, o: { a: 1 } })).toBe(
      'None True False 1.5 {"a":1}',
    )
  })

  it('supports ranges, sections, inverted sections, comments and other delimiters', () => {
    const values = { when: { start: 'x', end: 'y' }, yes: true, no: false, list: [{ v: 1 }, { v: 2 }] }
    expect(render('{{when.start}}-{{ when.end }}', values)).toBe('x-y')
    expect(render('{{#yes}}a{{/yes}}{{#no}}b{{/no}}{{^no}}c{{/no}}{{! remark }}', values)).toBe('ac')
    expect(render('{{#list}}{{v}},{{/list}}{{#when}}{{start}}{{/when}}', values)).toBe('1,2,x')
    expect(render('{{=<% %>=}}<% yes %> {{yes}}', values)).toBe('True {{yes}}')
  })

  it('finds only own properties', () => {
    expect(render('[{{constructor}}{{a.__proto__}}{{toString}}]', { a: {} })).toBe('[]')
  })

  it('reports what cannot be parsed', () => {
    expect(() => render('select {{a')).toThrow(UnreadableTemplate)
    expect(() => render('{{#a}} x')).toThrow(UnreadableTemplate)
    expect(render("select '{' || '}' || '}}'")).toBe("select '{' || '}' || '}}'")
  })

  it('quickly refuses templates that would grow without bound', () => {
    const nested = (depth: number) => `${'{{#a.b}}'.repeat(depth)}x${'{{/a.b}}'.repeat(depth)}`
    const values = { a: { b: Array(30).fill(1) } }
    expect(render(nested(2), values)).toBe('x'.repeat(900))
    expect(() => render(nested(6), values)).toThrow(UnreadableTemplate)
    // empty sections cost work too
    expect(() => render(nested(4).replace('x', ''), values)).toThrow(UnreadableTemplate)
    expect(() => render('{{a}}'.repeat(1000), { a: 'x'.repeat(1_000_000) })).toThrow(UnreadableTemplate)
  })

  it('refuses bottomless sections instead of running out of stack', () => {
    const deep = '{{#a}}'.repeat(20_000) + '{{/a}}'.repeat(20_000)
    expect(() => render(deep, { a: 1 })).toThrow(UnreadableTemplate)
    expect(() => missingParameters(deep, { a: 1 })).toThrow(UnreadableTemplate)
  })

  it('maps positions back to the template', () => {
    const template = 'select {{a}},\n  {{b}} oops'
    const { text, pieces } = renderText(template, { a: 'a long value', b: '' })
    expect(templateOffset(pieces, text.indexOf('oops'))).toBe(template.indexOf('oops'))
    expect(templateOffset(pieces, text.indexOf('value'))).toBe(template.indexOf('{{a}}'))
    expect(templateOffset(pieces, 0)).toBe(0)
    expect(templateOffset(pieces, text.length)).toBe(template.length)
  })
})

describe('missingParameters', () => {
  it('requires plain placeholders and sections, also nested ones', () => {
    const template = '{{a}} {{#s}}{{b}}{{/s}} {{r.start}} {{^i}}x{{/i}} {{{t}}} {{&u}} {{a}}'
    expect(missingParameters(template, {})).toEqual(['a', 's', 'b', 'r.start'])
    expect(missingParameters(template, { a: 1, s: true, b: 2, r: { start: 1 } })).toEqual([])
    expect(missingParameters('{{r}}', { r: { start: 1 } })).toEqual(['r'])
    expect(missingParameters('{{n}}', { n: null })).toEqual([])
  })
})
