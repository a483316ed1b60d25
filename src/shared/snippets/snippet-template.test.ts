import { snippet } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snippetTemplate, withoutStandIns } from './snippet-template.ts'

/** The text of an empty editor after the expansion, and the first selection. */
function expand(stored: string): { text: string; selected: string[]; cursors: number[] } {
  let state = EditorState.create({ extensions: EditorState.allowMultipleSelections.of(true) })
  snippet(snippetTemplate(stored))(
    {
      state,
      dispatch: (transaction) => {
        state = transaction.state
      },
    },
    null,
    0,
    0,
  )
  const text = withoutStandIns(state.doc.toString())
  const { ranges } = state.selection
  return {
    text,
    selected: ranges.map(({ from, to }) => text.slice(from, to)),
    cursors: ranges.map(({ from }) => from),
  }
}

describe('places to fill in', () => {
  it.each([
    ['a default', `select * from \${1:table} limit \${2:10}`, 'select * from table limit 10', ['table']],
    ['the order of numbers', `\${2:b} \${1:a}`, 'b a', ['a']],
    ['no default', 'where $1 = $2', 'where  = ', ['']],
    ['braces without a default', `where \${1} = 1`, 'where  = 1', ['']],
    ['mirrors, wherever the default stands', `$1.id = \${1:t}.id`, 't.id = t.id', ['t', 't']],
    ['a parameter as default', `day = '\${1:{{ day }}}'`, `day = '{{ day }}'`, ['{{ day }}']],
    ['an escaped brace in a default', `\${1:a\\}b}`, 'a}b', ['a}b']],
    ['a brace too many', `\${1:a}}`, 'a}', ['a']],
    ['a brace too few', `\${1:{a} = 1`, '{a = 1', ['{a']],
    ['a default of two lines', `(\${1:a,\nb})`, '(a,\nb)', ['a,\nb']],
    ['a stop inside a default', `\${1:from \${2:t}} x`, 'from t x', ['from t']],
    ['the first of some choices', `order by 1 \${1|asc,desc|}`, 'order by 1 asc', ['asc']],
    ['a transformation, as a mirror', `\${1:t} \${1/(.*)/$1/}`, 't t', ['t', 't']],
    ['only the end', 'select $0 from t', 'select  from t', ['']],
    ['a default at the end', `select \${0:*}`, 'select *', ['*']],
  ])('%s', (_, stored, text, selected) => {
    expect(expand(stored)).toMatchObject({ text, selected })
  })

  it('puts the cursor after a text without places', () => {
    expect(expand('select 1')).toEqual({ text: 'select 1', selected: [''], cursors: [8] })
  })

  it('ends after the text unless the text says where', () => {
    expect(snippetTemplate('a $1 b')).toMatch(/\$\{0:\}$/)
    expect(snippetTemplate('a $0 $1 b')).not.toMatch(/\$\{0:\}$/)
  })
})

describe('what is not a place', () => {
  it.each([
    'select {{ name }}, {{#list}}{{.}}{{/list}}',
    'do $$ begin perform 1; end $$',
    'do $body$ begin perform 1; end $body$',
    `select '\${name}', '#{other}', '{}', '}{'`,
    `{ "$match": { "a": { "$gt": 5 } } }`,
    String.raw`select regexp_replace(x, '\{2\}', '\\1')`,
    `select '\${1', '$'`,
    'select $12345',
    '$',
    '',
  ])('%s', (stored) => {
    expect(expand(stored).text).toBe(stored)
  })

  it('is an escaped dollar', () => {
    expect(expand(String.raw`execute p(\$1, \${2})`).text).toBe(`execute p($1, \${2})`)
  })

  it('is any text without dollars, inserted unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const stored = text
          .replaceAll('$', '')
          .replace(/[\ufdd0-\ufdd2]/g, '')
          .replace(/\r\n?/g, '\n')
        // the editor turns tabs at the start of further lines into indentation
        const plain = stored.replaceAll('\n\t', '\n')
        expect(expand(plain).text).toBe(plain)
      }),
    )
  })
})

it('reads a text with endless openings', () => {
  const openings = `\${1:`.repeat(20_000)
  expect(withoutStandIns(snippetTemplate(openings))).toBe(`${openings}\${0:}`)
})

it('never fails, and never loses a brace outside of a place', () => {
  const signs = fc.constantFrom('$', '{', '}', '1', '0', ':', '\\', 'a', '|', '/', '#', '\n')
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 12 }), (parts) => {
      const { text } = expand(parts.join(''))
      expect(text).not.toMatch(/[\ufdd0-\ufdd2]/)
    }),
    { numRuns: 2000 },
  )
})
