import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QueryFailed } from '../connector-errors.ts'
import { readStatements } from '../read-statements.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { postgresColumn } from './postgres-encoders.ts'
import { tablesOf } from './postgres-schema.ts'
import { resultStatement } from './result-statement.ts'

const encode = (oid: number, text: string) => postgresColumn('a', oid).encode(text)
const textArray = 1009

describe('arrays', () => {
  type Nested = (string | null | Nested)[]
  /** quotes every element, which PostgreSQL accepts and may print */
  const print = (value: Nested): string =>
    `{${value
      .map((each) => {
        if (each === null) return 'NULL'
        if (Array.isArray(each)) return print(each)
        return `"${each.replace(/[\\"]/g, '\\$&')}"`
      })
      .join(',')}}`

  it('are decoded without loss', () => {
    const element = fc.option(
      fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', '{', '}', ' ', 'é', '😀', '\n') }),
    )
    const nested = fc.oneof(
      fc.array(element),
      fc.array(fc.array(element, { minLength: 1 }), { minLength: 1 }),
    )
    fc.assert(
      fc.property(nested, (value) => {
        expect(JSON.parse(encode(textArray, print(value)))).toEqual(value)
      }),
    )
  })

  it.each([
    [1007, '{1,NULL,-3}', '[1,null,-3]'],
    [1007, '[2:3]={1,2}', '[1,2]'],
    [1007, '[0:0][0:1]={{1,2}}', '[[1,2]]'],
    [textArray, '{}', '[]'],
    [textArray, '{a b,"NULL",NULL,null}', '["a b","NULL",null,"null"]'],
    [1000, '{t,f}', '[true,false]'],
    [1231, '{1.50,NaN}', '[1.50,null]'],
    [1020, '{(1,1),(0,0);(3,3),(2,2)}', '["(1,1),(0,0)","(3,3),(2,2)"]'],
    [1001, '{"\\\\x00ff","\\\\x"}', '["00ff",""]'],
    [199, '{"{\\"é\\": 1}",2}', '[{"é": 1},2]'],
    [textArray, '{é\u0001,"\n\\\\","\\x"}', '["é\\u0001","\\n\\\\","x"]'],
    [1231, '{-1.5,Infinity,2,NaN,{3.0,-4},1e+20,5}', '[-1.5,null,2,null,[3.0,-4],1e+20,5]'],
    [3905, '{"[1,2)",empty,"(,)"}', '["[1, 2)","","(, )"]'],
    [1007, 'no array', '"no array"'],
  ])('%d %j is %s', (oid, text, json) => expect(encode(oid, text)).toBe(json))

  it.each(['{', '{1', '{1,', '{,1}', '{1,}', '{{1}{2}}', '{1}}', '{1}2', '{"a', '{1"'])(
    '%j is none, so it stays a text',
    (text) => expect(encode(textArray, text)).toBe(JSON.stringify(text)),
  )
})

describe('arrays of millions', () => {
  it('are encoded in one pass', () => {
    const ones = `{${'1,'.repeat(1_000_000)}1}`
    expect(encode(1007, ones)).toBe(`[${ones.slice(1, -1)}]`)
    expect(encode(textArray, `{${'a,'.repeat(1_000_000)}a}`)).toHaveLength(4_000_005)
  })
  it('are refused as soon as they exceed the size of a row', () => {
    expect(() => encode(1000, `{${'t,'.repeat(3_500_000)}f}`)).toThrow('larger than 16 MB')
  })
})

describe('cells', () => {
  it.each([
    [1114, '2024-01-02 03:04:05', '"2024-01-02T03:04:05"'],
    [1114, '2024-01-02 03:04:05.1', '"2024-01-02T03:04:05.100"'],
    [1184, '2024-01-02 03:04:05.999999+00', '"2024-01-02T03:04:05.999Z"'],
    [1184, '2024-01-02 03:04:05-03', '"2024-01-02T03:04:05-03:00"'],
    [1184, '1850-01-02 03:04:05+00:19:32', '"1850-01-02T03:04:05+00:19:32"'],
    [1184, '0044-01-02 03:04:05+00 BC', '"0044-01-02 03:04:05+00 BC"'],
    [1184, '02.01.2024 03:04:05 CET', '"02.01.2024 03:04:05 CET"'],
    [701, 'Infinity', 'null'],
    [701, '-0', '-0'],
    [1700, '-0.000', '-0.000'],
    [17, '\\x00ff', '"00ff"'],
    [17, 'escape\\000format', '"escape\\\\000format"'],
    [3904, '[1,10)', '"[1, 10)"'],
    [3904, '(,10)', '"(, 10)"'],
    [3908, '["2024-01-01 00:00:00","2024-02-01 00:00:00")', '"[2024-01-01 00:00:00, 2024-02-01 00:00:00)"'],
    [3904, 'empty', '""'],
    [3904, '[1,2', '"[1,2"'],
    [3904, '[1,2,3)', '"[1,2,3)"'],
    [3904, '1,2)', '"1,2)"'],
    [99_999, 'red', '"red"'],
  ])('%d %j is %s', (oid, text, json) => expect(encode(oid, text)).toBe(json))

  const scalars = [
    16, 17, 20, 23, 26, 701, 1700, 114, 3802, 1082, 1083, 1266, 1114, 1184, 3904, 3908, 25, 99_999,
  ]
  const arrays = [1000, 1001, 1007, 1016, 1022, 1231, 199, 3807, 1182, 1183, 1115, 1185, 3905, textArray]
  const hostile = [
    ...[
      '',
      '1"',
      '1,"a":2',
      '}',
      '1}',
      '[',
      '1.',
      '.5',
      '1.2.3',
      '007',
      '-',
      '+1',
      '1e',
      '0x10',
      ' 1',
      '1 ',
      'yes',
    ],
    ...[
      '{"a":1',
      '{"a":1}}',
      '"',
      'nan"',
      '1\u0000',
      '\\x00"',
      '\\x',
      '2024-01-02 03:04:05",1',
      '03:04:05+"',
    ],
    ...[
      '2024-01-02 03:04:05.1"2',
      '2024-01-02"03:04:05',
      '2024-01-0" 03:04:05',
      '03:04:05.1"',
      '["1",2)"',
      '1\n',
      '"a',
      '\ud800',
    ],
  ]
  it.each([...scalars, ...arrays])('of type %d are JSON or refused, whatever the server sends', (oid) => {
    const texts = hostile.flatMap((text) => [
      text,
      ...[`{${text}}`, `{1,${text},2}`, `{"${text.replace(/[\\"]/g, '\\$&')}"}`],
    ])
    const random = fc.string({ unit: fc.constantFrom(...'019-+.:eE tf"\\{}[],xN') })
    const encodesJson = (text: string) => {
      try {
        JSON.parse(`{"a":${encode(oid, text)}}`)
      } catch (error) {
        expect(error, text).toBeInstanceOf(QueryFailed)
      }
    }
    for (const text of texts) encodesJson(text)
    fc.assert(fc.property(random, encodesJson), { numRuns: 1000 })
  })

  it.each([
    [23, '1,"b":2', 'integer'],
    [1700, '1.', 'number'],
    [16, 'x', 'boolean'],
    [3802, '{"a":1}}', 'JSON'],
    [1007, '{1,2.3.4}', 'integer'],
  ])('%d %j is refused', (oid, text, type) => {
    expect(() => encode(oid, text)).toThrow(new RegExp(`^The server sent .* as a value of type ${type}\\.$`))
  })

  it('have no type if users created it', () => {
    expect(postgresColumn('a', 99_999).type).toBeNull()
    expect(postgresColumn('a', 25).type).toBe('string')
  })
})

describe('resultStatement', () => {
  it.each([
    ['select 1', 0],
    ['select 1; select 2', 1],
    ['select 1; set a = 1; drop table t', 0],
    ['create table t (a int); insert into t values (1)', -1],
    ['insert into t values (1) returning a; commit', 0],
    ["insert into t values ('returning')", -1],
    ['/* a */ (select 1) union select 2; -- b', 0],
    ['explain select 1; call p()', 1],
    ['', -1],
    ["select 1; insert into t select json_value('1', '$' returning int)", 0],
    ['with w as (delete from t returning a) insert into u select a from w', 0],
  ])('%j: %d', async (text, index) =>
    expect(resultStatement(await readStatements(text, postgresDialect)).index).toBe(index),
  )

  it('knows whether each changed row is a row of the result', async () => {
    const returnsChanged = async (text: string) =>
      resultStatement(await readStatements(text, postgresDialect)).returnsChanged
    const both = 'with w as (select 1 a) insert into u select a from w'
    expect(await returnsChanged(`${both} returning a`)).toBe(true)
    expect(await returnsChanged('with w as (delete from t returning a) insert into u select a from w')).toBe(
      false,
    )
    expect(await returnsChanged('prepare p as delete from t returning a; execute p')).toBe(false)
  })
})

describe('tablesOf', () => {
  it('names tables as Redash does', () => {
    const row = (schema: string, table: string) =>
      [schema, table, null, '["b","a"]', '["int","text"]', null] as const
    const tables = tablesOf([
      row('public', 'users'),
      row('main', 'users'),
      row('public', 'main.users'),
      row('s', 'a.b'),
    ])
    expect(tables.map((table) => table.name)).toEqual([
      'main.users',
      'public."main.users"',
      's."a.b"',
      'users',
    ])
    expect(tables[0]?.columns).toEqual([
      { name: 'b', type: 'int' },
      { name: 'a', type: 'text' },
    ])
  })

  it('marks keys, and foreign keys to tables that are listed', () => {
    const row = (schema: string, table: string) =>
      [schema, table, null, '["id","user_id"]', '["int","int"]', null] as const
    const tables = tablesOf(
      [row('public', 'users'), row('sales', 'orders')],
      [
        ['public', 'users', 'id', null, null, null],
        ['sales', 'orders', 'user_id', 'public', 'users', 'id'],
        ['sales', 'orders', 'id', 'secret', 'others', 'id'],
      ],
    )
    expect(tables.map(({ columns }) => columns)).toEqual([
      [
        { name: 'id', type: 'int' },
        { name: 'user_id', type: 'int', references: { table: 'users', column: 'id' } },
      ],
      [
        { name: 'id', type: 'int', is_key: true },
        { name: 'user_id', type: 'int' },
      ],
    ])
  })

  it.each(['[{},{}]', '[[],[]]', '{"a":1}', '1', '["a"', `[${'"",'.repeat(1664)}""]`])(
    'refuses columns that PostgreSQL does not have: %#',
    (list) => {
      expect(() => tablesOf([['public', 't', null, list, '["int"]', null]])).toThrow('no table of PostgreSQL')
    },
  )
  it('accepts names and comments with any character', () => {
    const names = JSON.stringify(['a[{"\\\n,', 'b'])
    const [table] = tablesOf([['public', 't', null, names, '["int","int"]', '[null, "[, \\"{"]']])
    expect(table?.columns).toEqual([
      { name: 'a[{"\\\n,', type: 'int' },
      { name: 'b', type: 'int', description: '[, "{' },
    ])
  })
})

describe('long cells', () => {
  const many = (count: number, element: string) => `{${Array(count).fill(element).join(',')}}`
  const cases: [number, string][] = [
    [1007, many(700_000, '1')],
    [1007, `{${many(300_000, '1')},${many(300_000, '22')}}`],
    [1022, many(200_000, 'Infinity')],
    [textArray, many(200_000, '"a \\"b\\" é"')],
    [textArray, `[0:1]={"${'x'.repeat(600_000)}",NULL}`],
    [199, `{"[${Array(200_000).fill('{\\"a\\":1}').join(',')}]",NULL,"1"}`],
    [1185, many(50_000, '"2024-01-02 03:04:05+00"')],
    [textArray, `${many(200_000, 'a')}x`],
    [textArray, many(200_000, 'a').slice(0, -1)],
    [textArray, '{}'],
    [textArray, 'none'],
    [3802, `[${'[],'.repeat(400_000)}1]`],
  ]
  it.each(cases)('of type %d are encoded in steps as they are at once', (oid, text) => {
    const { encode: whole } = postgresColumn('a', oid)
    const steps = whole.inSteps?.(text)
    let count = 1
    let step = steps?.next()
    for (; step && !step.done; step = steps?.next()) count++
    expect(step?.value === whole(text)).toBe(true)
    expect(count).toBeGreaterThanOrEqual(Math.floor(text.length / 600_000))
  })

  it.each([
    [199, '{"[1"}'],
    [199, `{"[${'1,'.repeat(300_000)}"}`],
    [3802, `[${'1,'.repeat(300_000)}`],
    [1000, `{${'t,'.repeat(3_500_000)}f}`],
  ])('of type %d that are wrong fail in steps too', (oid, text) => {
    const steps = postgresColumn('a', oid).encode.inSteps?.(text)
    expect(() => {
      while (steps?.next().done === false);
    }).toThrow(QueryFailed)
  })
})
