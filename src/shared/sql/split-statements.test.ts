import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escaped, mysql, pg, slashLines } from './dialects.test-support.ts'
import { type SqlDialect, scanSql } from './scan-sql.ts'
import { normalizeStatements, splitInSlices, splitStatements } from './split-statements.ts'

const sqlite: SqlDialect = {
  ...pg,
  dollarQuotes: false,
  variableSigns: '?',
  backtickNames: true,
  bracketNames: true,
}

const texts = (text: string, dialect: SqlDialect) => splitStatements(text, dialect).map((each) => each.text)

describe('splitStatements', () => {
  it.each<[string, SqlDialect, string[]]>([
    ['select 1', pg, ['select 1']],
    ['select 1; select 2;', pg, ['select 1', 'select 2']],
    [' ;; -- nothing\n/* at all */ ; ', pg, []],
    ['', pg, []],
    ['select \';\'; select "a;b" from t', pg, ["select ';'", 'select "a;b" from t']],
    ["select 'it''s; fine'; select 2", pg, ["select 'it''s; fine'", 'select 2']],
    ["select 'a\\'; select 2", pg, ["select 'a\\'", 'select 2']],
    ["select 'a\\'; select 2", mysql, ["select 'a\\'; select 2"]],
    ["select E'a\\'; b'; select 2", pg, ["select E'a\\'; b'", 'select 2']],
    ["select e'\\\\'; select 2", pg, ["select e'\\\\'", 'select 2']],
    ['select $$a;b$$; select $x$ $$;$y$ $x$', pg, ['select $$a;b$$', 'select $x$ $$;$y$ $x$']],
    ['select a$b$c; select 1', pg, ['select a$b$c', 'select 1']],
    ['select $1; select $2', pg, ['select $1', 'select $2']],
    ['select 1 /* a /* ; */ ; */; select 2', pg, ['select 1', 'select 2']],
    ['select 1 /* a /* ; */ + 1; select 2', mysql, ['select 1 /* a /* ; */ + 1', 'select 2']],
    ['select 1 -- ;\n+ 1; select 2 -- ;', pg, ['select 1 -- ;\n+ 1', 'select 2']],
    ['select 1 # ;\n+ 1; select 2', mysql, ['select 1 # ;\n+ 1', 'select 2']],
    ["select 5--1; select '#'", mysql, ['select 5--1', "select '#'"]],
    ["select j #> '{a}'; select 2", pg, ["select j #> '{a}'", 'select 2']],
    ['select `a;b`; select 1', mysql, ['select `a;b`', 'select 1']],
    ["select '''a;'b''' ; select 2", escaped, ["select '''a;'b'''", 'select 2']],
    ['select """a\\""";"""; select 2', escaped, ['select """a\\""";"""', 'select 2']],
    ["select 'a'';' ; select 2", escaped, ["select 'a'';'", 'select 2']],
    ["select r'\\'; ' ; select 2", escaped, ["select r'\\'; '", 'select 2']],
    ['select `a\\`;` ; select 2', escaped, ['select `a\\`;`', 'select 2']],
    ['select 1 # ;\r, 2; select 2', escaped, ['select 1 # ;\r, 2', 'select 2']],
    ['select 1 // ;\n; select 4/2; select $$;//$$', slashLines, ['select 1', 'select 4/2', 'select $$;//$$']],
    ['select [a;b]; select 1', sqlite, ['select [a;b]', 'select 1']],
    ['select a[1]; select 1', pg, ['select a[1]', 'select 1']],
    ['-- why\nselect 1; -- next\nselect 2', pg, ['-- why\nselect 1', '-- next\nselect 2']],
    ["select 'open ; never closed", pg, ["select 'open ; never closed"]],
    ['select 1 /* open ; never closed', pg, ['select 1']],
    ["select 'é😀;'; select 2", pg, ["select 'é😀;'", 'select 2']],
    ['select (1; select 2', pg, ['select (1', 'select 2']],
    [
      'create rule r as on insert to t do (select 1; select 2); select 3',
      pg,
      ['create rule r as on insert to t do (select 1; select 2)', 'select 3'],
    ],
  ])('splits %j', (text, dialect, expected) => {
    expect(texts(text, dialect)).toEqual(expected)
  })

  it.each([
    ['create function f() returns int begin atomic select 1; select case when true then 2 end; end', pg],
    [
      'create procedure p() begin if 1 then select 1; end if; case 1 when 1 then select 2; end case; end',
      mysql,
    ],
    ['create trigger t after insert on a begin delete from b; select 1; end', sqlite],
  ])('keeps the body of a routine together: %s', (routine, dialect) => {
    expect(texts(`${routine}; select 3`, dialect)).toEqual([routine, 'select 3'])
  })

  it('does not treat begin, end and case of ordinary statements as a body', () => {
    expect(texts('begin; select case when a then 1 end from t; end; select 2', pg)).toHaveLength(4)
  })

  it('reports the position of each statement', () => {
    const text = ' select 1 ;\n\n  select 2 -- c\n;'
    for (const { text: statement, start, end } of splitStatements(text, pg)) {
      expect(text.slice(start, end)).toBe(statement)
    }
    expect(splitStatements(text, pg).map((each) => each.start)).toEqual([1, 15])
  })

  it('reads a long text quickly', () => {
    const text = "select 'a', b from t where c = 1 /* x */;\n".repeat(20_000)
    expect(splitStatements(text, pg)).toHaveLength(20_000)
  })
})

const piece = fc.oneof(
  fc.constantFrom(
    'select ',
    'a',
    ' ',
    '\n',
    ';',
    ',',
    '(',
    ')',
    '--',
    '/*',
    '*/',
    '#',
    '$$',
    '$x$',
    '`',
    '[',
    '1',
  ),
  fc.string({ maxLength: 8 }).map((inside) => `'${inside.replaceAll("'", "''")}'`),
  fc.string({ maxLength: 4, unit: 'binary' }),
)
const anyText = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''))

describe('properties', () => {
  it.each([
    ['pg', pg],
    ['mysql', mysql],
    ['sqlite', sqlite],
  ])('tokens cover the whole text without a gap (%s)', (_name, dialect) => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(
          scanSql(text, dialect)
            .map((token) => text.slice(token.start, token.end))
            .join(''),
        ).toBe(text)
      }),
    )
  })

  it('normalizing is idempotent', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(pg, mysql, sqlite, escaped, slashLines), (text, dialect) => {
        const once = normalizeStatements(text, dialect)
        // in MySQL, `--` before an unclosed comment is two minus signs, but a comment when nothing follows it
        fc.pre(!(dialect.hashComments && /--(?:;|$)/.test(once)))
        expect(normalizeStatements(once, dialect)).toBe(once)
      }),
    )
  })

  it('joining keeps every literal', () => {
    const literal = fc.string({ maxLength: 20 }).map((inside) => `'${inside.replaceAll("'", "''")}'`)
    fc.assert(
      fc.property(fc.array(literal, { minLength: 1 }), (literals) => {
        const text = literals.map((each) => `select ${each}`).join(' ;; ')
        expect(texts(text, pg)).toEqual(literals.map((each) => `select ${each}`))
      }),
    )
  })
})

describe('splitting in slices', () => {
  const read = async (text: string) => {
    let pauses = 0
    const statements = await splitInSlices(text, pg, async () => {
      pauses++
    })
    return { statements, pauses }
  }

  it('finds the same statements, and pauses in long texts', async () => {
    const text = 'select (1); '.repeat(80_000)
    const { statements, pauses } = await read(text)
    expect(statements.map(({ text: own, start, end }) => ({ text: own, start, end }))).toEqual(
      splitStatements(text, pg),
    )
    expect(pauses).toBeGreaterThan(50)
    expect((await read('select 1; select 2')).pauses).toBe(0)
  })

  it('notes the first word, and words that decide about rows, outside of quotes', async () => {
    const { statements } = await read(
      `insert into t values ('returning'); /* a */ "x" Update t returning (1); (select 1)`,
    )
    expect(statements.map(({ first, noted }) => [first, [...noted]])).toEqual([
      ['INSERT', ['INTO']],
      ['UPDATE', ['RETURNING']],
      ['(', []],
    ])
  })
})
