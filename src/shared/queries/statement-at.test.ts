import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SqlStyle } from '../data-sources/data-sources-api.ts'
import { statementAt } from './statement-at.ts'

type Dialect = SqlStyle['dialect']

/** `|` marks the cursor. */
function textAt(marked: string, dialect: Dialect = 'postgresql'): string | undefined {
  const cursor = marked.indexOf('|')
  const text = marked.slice(0, cursor) + marked.slice(cursor + 1)
  const found = statementAt(text, cursor, dialect)
  if (found !== null) expect(text.startsWith(found.text, found.from)).toBe(true)
  return found?.text
}

describe('statementAt', () => {
  it.each<[string, string | undefined, Dialect?]>([
    ['|', undefined],
    ['  |\n', undefined],
    ['-- only | a comment', undefined],
    [';|;', undefined],
    ['sel|ect 1', 'select 1'],
    ['|select 1', 'select 1'],
    ['select 1|', 'select 1'],
    ['select 1;|', 'select 1'],
    ['select 1;\n\n|', 'select 1'],
    ['|\n\nselect 1', 'select 1'],

    // between two statements
    ['select 1|; select 2', 'select 1'],
    ['select 1;| select 2', 'select 1'],
    ['select 1;|select 2', 'select 2'],
    ['select 1; |select 2', 'select 2'],
    ['select 1;\n|\nselect 2', 'select 2'],
    ['select 1;\n|select 2', 'select 2'],
    ['select 1;  |\nselect 2', 'select 1'],
    ['select 1;\n\nselect 2;\n|\n', 'select 2'],
    ['select 1\n|;\nselect 2', 'select 1'],
    ['select 1\n-- ; the |end\n;\nselect 2', 'select 1'],

    // comments
    ['select 1; -- the f|irst\nselect 2', 'select 1'],
    ['select 1;\n-- the sec|ond\nselect 2', '-- the second\nselect 2'],
    ['select 1 -- no; e|nd\n+ 1; select 2', 'select 1 -- no; end\n+ 1'],
    ['select 1 /* ; /* ; */ | ; */; select 2', 'select 1'],
    ['select 1 # no; e|nd\n+ 1; select 2', 'select 1 # no; end\n+ 1', 'mysql'],
    ['select 1 # 2; sel|ect 2', 'select 2'],
    ['select 5--1; sel|ect 2', 'select 2', 'mysql'],
    ['select 1; /* the end| */', 'select 1'],

    // strings and names
    ["select ';|' from t; select 2", "select ';' from t"],
    ["select 'it''s; |fine'; select 2", "select 'it''s; fine'"],
    ["select 'a\\'; sel|ect 2", 'select 2'],
    ["select 'a\\'; sel|ect 2", "select 'a\\'; select 2", 'mysql'],
    ["select E'a\\'; b'; sel|ect 2", 'select 2'],
    ['select ";|" from t; select 2', 'select ";" from t'],
    ['select `;|` from t; select 2', 'select `;` from t', 'mysql'],
    ['select [;|] from t; select 2', 'select [;] from t', 'sqlite'],
    ['select [;|] from t; select 2', 'select [;] from t', 'mssql'],
    ['do $$ begin; |end $$; select 2', 'do $$ begin; end $$'],
    ['do $x$ $$;| $x$; select 2', 'do $x$ $$; $x$'],
    ['select $$;| select 2', 'select $$', 'mysql'],
    ["select 'open; |select 2", "select 'open; select 2"],

    // bodies of routines
    [
      'create function f() returns int begin atomic select 1; |select 2; end; select 3',
      'create function f() returns int begin atomic select 1; select 2; end',
    ],

    // placeholders
    ['select {{ a }}|; select 2', 'select {{ a }}'],
    ['select {{ a; b| }}; select 2', 'select {{ a; b }}'],
    ["select {{ it's }} |; select 'x'", "select {{ it's }} "],
    ["select {{ it's }}; sel|ect 'x'", "select 'x'"],
    ["select '{{ a }};|'; select 2", "select '{{ a }};'"],
    ['select {{! a; comment }} 1|; select 2', 'select {{! a; comment }} 1'],
    ['select 1{{#a}}; sel|ect 2;{{/a}}; select 3', 'select 1{{#a}}; select 2;{{/a}}'],
    ['select 1{{#a}};{{^b}};{{/b}};{{/a}}; sel|ect 3', 'select 3'],
    ['select {{{ a; }}}; sel|ect 2', 'select 2'],
    ['select {{ a; sel|ect 2', 'select 2'],
    ['select 😀, {{ é; }}; sel|ect 2', 'select 2'],
  ])('%s', (marked, expected, dialect) => {
    expect(textAt(marked, dialect)?.trim()).toBe(expected?.trim())
  })

  it('tells whether the text has no other statement', () => {
    expect(statementAt('-- a\nselect 1;;', 2)).toMatchObject({ isOnly: true, from: 0 })
    expect(statementAt(' select 1; select 2', 15)).toMatchObject({ isOnly: false, from: 11 })
  })

  it('finds a part of the text wherever the cursor is, and each statement from inside', () => {
    const piece = fc.constantFrom(
      ...'select|a| |\n|;|(|)|--|/*|*/|$$|{{|}}|{{ a }}|{{#s}}|{{/s}}|1'.split('|'),
      "'",
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.nat({ max: 60 }), (pieces, cursor) => {
        const text = pieces.join('')
        const found = statementAt(text, Math.min(cursor, text.length), 'postgresql')
        if (found === null) return
        expect(text.slice(found.from, found.from + found.text.length)).toBe(found.text)
        expect(statementAt(text, found.from + found.text.length, 'postgresql')?.from).toBe(found.from)
      }),
    )
  })
})
