import { describe, expect, it } from 'vitest'
import { functionsOf, givesRows } from './functions.ts'
import { dialectOf, keywordsOf, typesOf, writesUpperCase } from './keywords.ts'
import { withUse } from './name-uses.ts'
import { parameterAt } from './parameter-place.ts'
import { countUses, rankEntries, ranks } from './rank-entries.ts'

describe('rankEntries', () => {
  const entry = (label: string, rank: number) => ({ label, rank })
  const entries = [
    entry('date_trunc', ranks.function),
    entry('delete from', ranks.keyword),
    entry('update', ranks.keyword),
    entry('last_date', ranks.function),
    entry('sales.days', 4),
    entry('destination', 1),
    entry('dep_delay', 1),
    entry('origin_day', 1),
    entry('find', 1),
  ]
  const ranked = (prefix: string, weightOf: (label: string) => number = () => 0) =>
    rankEntries(entries, prefix, weightOf).map(({ label }) => label)
  it('puts names that begin so first, then functions and keywords, then names that contain it', () => {
    expect(ranked('d')).toEqual([
      ...['destination', 'dep_delay', 'sales.days', 'date_trunc'],
      ...['origin_day', 'last_date', 'delete from', 'find'],
    ])
  })
  it('puts what is used before its equals', () => {
    expect(ranked('de', (label) => (label === 'dep_delay' ? 1 : 0)).slice(0, 2)).toEqual([
      'dep_delay',
      'destination',
    ])
  })
  it('keeps the order of what is alike', () => {
    expect(ranked('').slice(0, 4)).toEqual(['destination', 'dep_delay', 'origin_day', 'find'])
  })
})

describe('countUses', () => {
  it('counts names that stand elsewhere in the query before those chosen in others', () => {
    const weightOf = countUses('select origin, ori from flights', 'ori', new Map([['carrier', 3]]))
    expect(weightOf('origin')).toBeGreaterThan(weightOf('carrier'))
    expect(weightOf('carrier')).toBeGreaterThan(weightOf('ori'))
    expect(weightOf('public.flights')).toBeGreaterThan(0)
  })
})

describe('withUse', () => {
  it('counts, and forgets the least recent names', () => {
    expect(withUse([['a', 1]], 'b')).toEqual([
      ['b', 1],
      ['a', 1],
    ])
    expect(
      withUse(
        [
          ['b', 1],
          ['a', 20],
        ],
        'a',
      )[0],
    ).toEqual(['a', 20])
    const many = Array.from({ length: 300 }, (_, at) => [`n${at}`, 1] as const)
    expect(withUse(many, 'new')).toHaveLength(200)
  })
})

describe('parameterAt', () => {
  /** `|` marks the cursor; what the text becomes when the first name is chosen. */
  const completed = (marked: string) => {
    const cursor = marked.indexOf('|')
    const text = marked.replace('|', '')
    const place = parameterAt(text, cursor)
    if (place === null || place.names.length === 0) return null
    return text.slice(0, place.from) + place.lead + place.names[0] + place.tail + text.slice(place.to)
  }
  it.each([
    ['{{ day }} and {{|', '{{ day }} and {{ day }}'],
    ['{{ day }} and {{|}}', '{{ day }} and {{ day }}'],
    ['{{ day }} and {{ d|}}', '{{ day }} and {{ day }}'],
    ['{{ day }} and {{ | }}, 1', '{{ day }} and {{ day }}, 1'],
    ['{{ day }} and {{ d|ay }}', '{{ day }} and {{ day }}'],
    ["'{{ day.start }}' and '{{|}}'", "'{{ day.start }}' and '{{ day.start }}'"],
    ['{{ day }} and {|', null],
    ['{{ day }} |', null],
    ['{{ d| }}', null],
  ])('%s', (marked, text) => {
    expect(completed(marked)).toBe(text)
  })
})

describe('words of the dialects', () => {
  it.each(['postgresql', 'duckdb', 'mysql', 'sqlite'])('%s has functions with help', async (dialect) => {
    const functions = await functionsOf(dialect)
    expect(functions.length).toBeGreaterThan(90)
    expect(
      functions.filter(({ help }) => help.length < 4 || /^[a-z]/.test(help)).map(({ name }) => name),
    ).toEqual([])
    const names = functions.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['count', 'coalesce', 'row_number', 'sum']))
    expect(functions.find(({ name }) => name === 'count')?.signature).toBe('(*)')
  })
  it('know signatures with brackets, names without any, and what gives rows', async () => {
    const functions = await functionsOf('postgresql')
    const signature = (wanted: string) => functions.find(({ name }) => name === wanted)?.signature
    expect([signature('date_trunc'), signature('current_date'), signature('now')]).toEqual([
      '(unit, time)',
      '',
      '()',
    ])
    expect(functions.filter(givesRows).map(({ name }) => name)).toContain('generate_series')
    expect(functions.filter(givesRows).map(({ name }) => name)).not.toContain('count')
  })
  it('share lists, and an unknown dialect has those of every one', async () => {
    expect((await functionsOf(dialectOf(undefined))).map(({ name }) => name)).toContain('coalesce')
    expect(keywordsOf('duckdb')).toContain('qualify')
    expect(keywordsOf('postgresql')).not.toContain('qualify')
    expect(typesOf('mysql')).toContain('signed')
    expect(keywordsOf('standard').filter((word, at, all) => all.indexOf(word) !== at)).toEqual([])
  })
  it.each([
    ['fr', 'select 1 ', false],
    ['FR', 'select 1 ', true],
    ['f', 'SELECT 1 ', true],
    ['', 'select 1 ', false],
    ['', '', false],
  ])('%j after %j: upper case %s', (word, before, isUpper) => {
    expect(writesUpperCase(word, before)).toBe(isUpper)
  })
})
