import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredParameter } from '../parameters/detect-parameters.ts'
import { bindText } from './bind-text.ts'
import { type BindRules, sentStatement } from './bound-value.ts'
import { escaped, mysql, oracle, pg, slashLines } from './dialects.test-support.ts'
import { isSafeQuery } from './is-safe.ts'
import { scanSql } from './scan-sql.ts'
import { plainQuoting, readLiteral, readLiteralList, writeLiteral } from './sql-literals.ts'

const standard: BindRules = {
  dialect: pg,
  doubleQuotedStrings: false,
  literals: 'anywhere',
  numbers: 'all',
  castWords: ['date'],
  placeholders: '$',
  safe: {
    comparisons: ['=', '<', '>', '<>', '<=', '>='],
    patterns: ['LIKE'],
    castFunctions: ['CAST'],
    colonCasts: true,
    typedLiterals: ['DATE'],
    plainTypes: new Set(['DATE', 'INT']),
    textTypes: new Set(['TEXT']),
    unquoted: true,
    textNamesColumns: false,
    convertsLists: false,
    hiddenColumns: false,
  },
}
const slashed: BindRules = {
  ...standard,
  dialect: mysql,
  doubleQuotedStrings: true,
  placeholders: 'literal',
}
const escapedOnly: BindRules = { ...slashed, dialect: escaped }
const withSlashes: BindRules = { ...slashed, dialect: slashLines, doubleQuotedStrings: false }
const withOwnQuotes: BindRules = { ...slashed, dialect: oracle, doubleQuotedStrings: false }
const parameter = (name: string, type = 'text', rest: Record<string, unknown> = {}): StoredParameter => ({
  ...{ name, title: name, type, value: null, global: false },
  ...rest,
})

/** Syntax of quoting, comments, placeholders and templates. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...[
        "'",
        '"',
        '\\',
        '`',
        '--',
        '/*',
        '*/',
        '#',
        ';',
        '$$',
        '$1',
        '?',
        ':x',
        '%',
        '_',
        '\n',
        '\0',
        ' ',
        ',',
      ],
      ...['{{x}}', '[', ']', 'a', '0', '-', '.', 'é', '縗', '𝄞', 'or 1=1', 'E', "E'", '\u2028', '\ue000'],
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''))

describe('literals', () => {
  it.each([
    ['standard', false],
    ['with backslashes', true],
    ['with escaped quotes', true, true],
  ])('come back as they were: %s', (_name, backslash, isEscaped = false) => {
    fc.assert(
      fc.property(hostile, (value) => {
        const quoting = { quote: "'", backslash, isEscaped }
        const literal = writeLiteral(value, quoting)
        expect(readLiteral(literal, quoting)).toBe(value)
        expect(readLiteralList(`${literal}, ${literal}`, [quoting])?.map((item) => item.text)).toEqual([
          value,
          value,
        ])
      }),
    )
  })

  it('are distinguished from texts that only begin like one', () => {
    const quotings = [{ quote: "'", backslash: false }]
    for (const text of ["'a' or '1'='1'", "'a", "a'", "''a''", "'a''", "'a','b", "'a',", '1;2', '1,a', '']) {
      expect([text, readLiteralList(text, quotings)]).toEqual([text, null])
    }
    expect(readLiteral("'a\\'", { quote: "'", backslash: true })).toBeNull()
  })
})

describe('bindText', () => {
  const templates = [
    "select '{{x}}' as a from t where b = '{{x}}' and c = {{x}} and d in ({{x}}, '%{{x}}%')",
    "-- {{x}}\nselect /* {{x}} */ 1, N'{{x}}', '{{x}}' from t where a like '{{x}}%' -- {{x}}",
    "set a = '{{x}}'; select date '{{x}}', 'it''s {{x}}' where 1 = 1 and x between {{x}} and '{{x}}'",
  ]
  it.each([
    ['standard', standard],
    ['with backslashes', slashed],
    ['with escaped quotes', escapedOnly],
    ['with comments of two slashes', withSlashes],
    ['with quotes of their own', withOwnQuotes],
  ])('never lets a value out of its place: %s', (_name, rules) => {
    fc.assert(
      fc.property(fc.constantFrom(...templates), hostile, (template, value) => {
        const kinds = (text: string) =>
          scanSql(text, rules.dialect)
            .filter(({ kind }) => kind !== 'space')
            .map(({ kind }) => kind)
            .join(' ')
        const plain = bindText(template, { x: 'plain' }, [parameter('x')], rules)
        const bound = bindText(template, { x: value }, [parameter('x')], rules)
        // skip values that already are numbers or literals
        if (/^\s*[-+.\d']/.test(value)) return
        expect(kinds(bound.text)).toBe(kinds(plain.text))
        for (const { start, end, value: taken, cast } of bound.values) {
          expect(bound.text.slice(start, end)).toBe(
            `${cast === null ? '' : 'date '}${writeLiteral(taken, plainQuoting(rules.dialect))}`,
          )
        }
      }),
      { numRuns: 500 },
    )
  })

  it('leaves texts that are not SQL unchanged', () => {
    const bound = bindText("url: '{{x}}'", { x: "a'b" }, [parameter('x')], null)
    expect(bound).toMatchObject({ text: "url: 'a'b'", values: [], free: ['x'] })
  })

  it('writes the values inside sections', () => {
    const bound = bindText(
      "select 1 where {{#r}}a > '{{start}}'{{/r}}{{#l}} and b in ({{.}}){{/l}}",
      {
        r: { start: '2026-01-01', end: '2026-01-02' },
        l: ['x', "y'"],
      },
      [parameter('r', 'date-range')],
      standard,
    )
    expect(bound.text).toBe("select 1 where a > '2026-01-01' and b in ('x','y''')")
    expect(bound.values).toHaveLength(3)
  })

  it('never lets the minus of a checked value begin a comment', () => {
    const patterned = parameter('x', 'text-pattern', { regex: '.*' })
    for (const value of ['-inf', '-Infinity', '-nan', ' -inf', '-1', -1]) {
      for (const rules of [standard, slashed]) {
        const { text } = bindText('select a -{{x}}, b', { x: value }, [parameter('x', 'number')], rules)
        expect(text).toBe(`select a -(${String(value).trim()}), b`)
      }
    }
    const bound = bindText('select a -{{x}}, b', { x: '-c' }, [patterned], standard)
    expect(bound.text).toBe('select a -(-c), b')
    // in MySQL, two minus signs and a blank begin a comment
    const number = bindText('select a --{{x}}, b', { x: ' nan' }, [parameter('x', 'number')], slashed)
    expect(number.text).toBe('select a --nan, b')
  })

  it('takes several values of an undefined placeholder for one value only in a list', () => {
    const free = (template: string, p: unknown) => bindText(template, { p } as never, [], standard).free
    expect(free('select name = {{p}} as hit from t', ['a', 'b'])).toEqual(['p'])
    expect(free('select coalesce(name = {{p}}, false) from t', ['a', 'true'])).toEqual(['p'])
    expect(free('select 1 from t order by name = {{p}}', ['a', '1'])).toEqual(['p'])
    expect(free('select 1 from t where name = {{p}}', ['a'])).toEqual([])
    expect(free('select 1 from t where name in ({{p}})', ['a', 'b'])).toEqual([])
  })

  describe('in the place of a list', () => {
    const template = 'select 1 from t where cat in ({{cats}})'
    const bind = (value: unknown, definitions: StoredParameter[], rules = standard) => {
      const { text, values, free } = bindText(template, { cats: value }, definitions, rules)
      return { in: text.slice(text.indexOf('(')), values: values.map((one) => one.value), free }
    }
    const list = (type: string, quotation: string) =>
      parameter('cats', type, {
        multiValuesOptions: { prefix: quotation, suffix: quotation, separator: ',' },
      })

    it('binds values item by item, whatever the quotation', () => {
      for (const type of ['enum', 'query']) {
        for (const quotation of ['', "'", '"']) {
          for (const rules of [standard, slashed]) {
            const bound = bind(['Books', "Kid's, toys"], [list(type, quotation)], rules)
            expect(bound.in).toBe("('Books','Kid''s, toys')")
            expect(bound.values).toEqual(['Books', "Kid's, toys"])
          }
        }
      }
    })

    it('binds values of an unsaved text, whose definitions the server does not have, item by item', () => {
      const two = { in: "('Books','Toys')", values: ['Books', 'Toys'], free: [] }
      for (const given of [['Books', 'Toys'], "'Books','Toys'", '"Books","Toys"'])
        expect(bind(given, [])).toEqual(two)
    })

    it('binds numbers as numbers, unless there is a text beside them', () => {
      expect(bind(['1', '2.5'], [list('enum', '')]).in).toBe('(1,2.5)')
      expect(bind(['2020', 'older'], [list('enum', '')]).in).toBe("('2020','older')")
    })

    it('takes items that their author has quoted for the text in the quotes', () => {
      expect(bind(["'a'", "'b'"], [list('enum', '')]).in).toBe("('a','b')")
    })

    it('leaves a separator or signs around the items to their author', () => {
      const other = (rest: Record<string, string>) =>
        bind(['a', 'b'], [parameter('cats', 'enum', { multiValuesOptions: rest })]).in
      expect(other({ prefix: 'lower(', suffix: ')' })).toBe('(lower(a),lower(b))')
      expect(other({ separator: ' + ' })).toBe('(a + b)')
    })
  })

  it('finds the end of a line comment', () => {
    const template = "-- note\rselect 1 where a = '{{x}}' -- {{x}}\rand b"
    const { text, free } = bindText(template, { x: "' or 1=1 --" }, [parameter('x')], standard)
    expect(text).toBe("-- note\rselect 1 where a = ''' or 1=1 --' -- \rand b")
    expect(free).toEqual([])
    expect(bindText('-- {{x}}\rselect 1', { x: 'a\rb\nc' }, [], standard).text).toBe('-- \rselect 1')
  })

  it('writes numbers and dates into comments, and no other text: a proxy may obey it', () => {
    const inComment = (value: string) => bindText('/*{{x}}*/ select 1', { x: value }, [], standard).text
    for (const value of ['12', '-1.5', '2024-01-02', '2024-01-02 03:04:05', ''])
      expect(inComment(value)).toBe(`/*${value}*/ select 1`)
    for (const value of [
      'maxscale route to server x',
      '#mycat:schema=x',
      'NO LOAD BALANCE',
      '+ x',
      '!1',
      '*/',
      '1\n2',
    ])
      expect(inComment(value)).toBe('/**/ select 1')
  })

  it('never turns a comment into a hint or into executed text', () => {
    for (const value of ['+ set(x 1)', '!50000 or 1=1', 'M!100000 or 1=1', 'T! or 1=1']) {
      for (const rules of [standard, slashed]) {
        const { text, free } = bindText('select /*{{x}}*/ 1', { x: value }, [parameter('x')], rules)
        expect(text).not.toMatch(/\/\*(\+|[MT]?!)/)
        expect(free).toEqual([])
      }
    }
  })

  it('runs in linear time in the length of the text', () => {
    const template = Array.from({ length: 1000 }, (_, n) => `select '{{x}}', ${n} where a = {{x}}`).join(
      ';\n',
    )
    expect(bindText(template, { x: "a'b" }, [parameter('x')], standard).values).toHaveLength(2000)
    bindText('select 1 where a in ({{x}})', { x: Array(50_000).fill("a'b") }, [], standard)
    bindText("select '{{x}}'", { x: "'".repeat(200_000) }, [], standard)
    bindText(`select 1 where ${'('.repeat(200_000)}{{x}}`, { x: 1 }, [], standard)
  })

  it('runs in linear time for deeply nested brackets, each of which is an operand', () => {
    const cost = (depth: number) => {
      const text = `select 1 where ${'('.repeat(depth)}'{{x}}'${') between a and b'.repeat(depth)}`
      const costs = Array.from({ length: 6 }, () => {
        const before = process.cpuUsage()
        const bound = bindText(text, { x: 'a' }, [], standard)
        sentStatement(bound.text, bound.values, standard)
        const { user, system } = process.cpuUsage(before)
        return user + system
      })
      return Math.min(...costs)
    }
    cost(13_000)
    // four times the depth, as deep as a template may be; quadratic work would be 16 times as much
    expect(cost(13_000) / cost(3250)).toBeLessThan(12)
  })
})

describe('sentStatement', () => {
  const numbered = (template: string) => {
    const definitions = [{ name: 'p', title: 'p', type: 'text', value: null, global: false }]
    const { text, values } = bindText(template, { p: 'x' }, definitions, standard)
    return sentStatement(text, values, standard)?.text
  }

  it('numbers each position separately, because its type follows from its neighbors', () => {
    expect(
      numbered("select k from a where at >= '{{p}}' union all select k from b where at >= '{{p}}'"),
    ).toBe('select k from a where at >= $1 union all select k from b where at >= $2')
    expect(numbered("select 1 where x::timestamp = '{{p}}' or x::date = '{{p}}'")).toBe(
      'select 1 where x::timestamp = $1 or x::date = $2',
    )
    expect(
      numbered("select distinct a.id, b.id from a join u on at = '{{p}}', b join s on at = '{{p}}'"),
    ).toBe('select distinct a.id, b.id from a join u on at = $1, b join s on at = $2')
    expect(numbered("select n from t where f + 1 = '{{p}}' or n + 1 = '{{p}}' group by n")).toBe(
      'select n from t where f + 1 = $1 or n + 1 = $2 group by n',
    )
  })

  it('gives equal expressions of a grouped query the same number', () => {
    expect(numbered("select f('{{p}}', d) from t group by f('{{p}}', d)")).toBe(
      'select f($1, d) from t group by f($1, d)',
    )
    expect(numbered("select distinct a.b = '{{p}}' from t order by a.b = '{{p}}'")).toBe(
      'select distinct a.b = $1 from t order by a.b = $1',
    )
    const scalar = "(select x from v where v.at > '{{p}}')"
    expect(
      numbered(`select ${scalar} from t where t.at > '{{p}}' group by g(d, (e), '{{p}}'), '{{p}}' = d`),
    ).toBe('select (select x from v where v.at > $1) from t where t.at > $2 group by g(d, (e), $3), $4 = d')
  })

  it('maps positions to the text with literals', () => {
    const text = "select 'x' from t where b = 'long value' and c = 5 oops"
    const { values } = bindText(
      "select '{{a}}' from t where b = '{{b}}' and c = {{c}} oops",
      { a: 'x', b: 'long value', c: 5 },
      [],
      standard,
    )
    const sent = sentStatement(text, values, standard)
    expect(sent?.text).toBe('select $1 from t where b = $2 and c = ($3::int4) oops')
    expect(sent?.originalOffset(sent.text.indexOf('oops'))).toBe(text.indexOf('oops'))
    expect(sent?.originalOffset(sent.text.indexOf('$2'))).toBe(text.indexOf("'long"))
    expect(sent?.originalOffset(sent.text.indexOf('::'))).toBe(text.indexOf('5 oops'))
  })
})

describe('isSafeQuery', () => {
  const text = (template: string, type = 'text', rules: BindRules | null = standard) =>
    isSafeQuery(template, { parameters: [parameter('x', type)] }, rules)
  it('is false if unchecked text could be more than a value', () => {
    for (const template of [
      'select {{x}}',
      'select * from {{x}}',
      'select "{{x}}"',
      'order by {{x}}',
      'select $$ {{x}} $$',
      "select 1 where a = '{{x}}",
      "select '{{x}}'",
      "select f('{{x}}')",
      "select 1 where a = 'x{{x}}'",
      'a {{#y}} {{x}} {{/y}}',
      'a {{^y}} {{x}} {{/y}}',
      'select {{{x}}}',
      'select {{& x}}',
      '{{#x}}{{.}}{{/x}}',
      '{{#x',
    ]) {
      expect([template, text(template)]).toEqual([template, false])
      expect([template, isSafeQuery(template, {}, standard)]).toEqual([template, false])
    }
  })
  it('is true if it cannot', () => {
    for (const template of [
      "select 1 where '{{x}}' = a",
      'select 1 where a = {{x}}',
      "select 1 {{#y}} where a like '%{{x}}%'{{/y}}",
      '-- {{x}}\nselect 1',
      'select 1',
      'select {{#x}} 1 {{/x}}',
    ]) {
      expect([template, text(template)]).toEqual([template, true])
    }
    expect(text('select {{x}}', 'number')).toBe(true)
    expect(text('select {{x}}', 'text-pattern')).toBe(true)
    expect(isSafeQuery('select {{x.more}}', { parameters: [parameter('x', 'date-range')] }, standard)).toBe(
      false,
    )
    expect(isSafeQuery('select {{x.end}}', { parameters: [parameter('x', 'date-range')] }, standard)).toBe(
      true,
    )
  })
  it('is no where the text is too long to be judged for every list', () => {
    const long = `select 1 where a = '{{x}}' ${'and a '.repeat(20_000)}`
    expect(text(long)).toBe(false)
    expect(text(long, 'number')).toBe(true)
  })

  it('is false if nothing is bound, and for quotes that may enclose a name', () => {
    expect(text("select '{{x}}'", 'text', null)).toBe(false)
    expect(text('select 1', 'text', null)).toBe(false)
    expect(isSafeQuery('select 1', {}, null)).toBe(true)
    expect(isSafeQuery('url: {{x}}', {}, null)).toBe(false)
    expect(text('select * from "{{x}}"', 'text', slashed)).toBe(false)
    expect(
      text('select 1 where a = {{x}}', 'text', { ...slashed, safe: { ...slashed.safe, unquoted: false } }),
    ).toBe(false)
    expect(text('select 1 where a = "{{x}}"', 'text', slashed)).toBe(true)
  })
})

describe('the length of a text', () => {
  const bind = (template: string, p: unknown) => bindText(template, { p }, [], standard)

  it('is limited where it has placeholders, and with its values', () => {
    expect(() => bind(`select '{{p}}'${' '.repeat(250_000)}`, 'x')).toThrow('at most 250000 characters')
    expect(() => bind("select '{{p}}'", 'x'.repeat(500_000))).toThrow('longer than 500000 characters')
    expect(() => bind('select {{p}}', Array(300_000).fill('x'))).toThrow('longer than 500000 characters')
    expect(bind("select '{{p}}'", 'x'.repeat(400_000)).text).toHaveLength(400_009)
  })

  it('is not limited here where it has none', () => {
    expect(bind(`select 1${' '.repeat(900_000)}`, 'x').text).toHaveLength(900_008)
  })
})
