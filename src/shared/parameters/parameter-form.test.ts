import { describe, expect, it } from 'vitest'
import type { StoredParameter } from './detect-parameters.ts'
import {
  dropdownFeeds,
  insertText,
  isFormValid,
  keywordProblem,
  listPreview,
  type ParameterForm,
  parameterForm,
  parameterOfForm,
  parameterTypes,
  quotationOf,
  titleOfKeyword,
  withParameter,
  withQuotation,
} from './parameter-form.ts'

const empty = parameterForm(null)
const form = (fields: Partial<ParameterForm>): ParameterForm => ({ ...empty, keyword: 'x', ...fields })

describe('titleOfKeyword', () => {
  it.each([
    ['my_param', 'My param'],
    ['userId', 'User id'],
    ['HTTPStatus', 'Http status'],
    ['top10', 'Top10'],
    ['from-date', 'From date'],
    ['été_chaud', 'Été chaud'],
    ['__', ''],
    ['', ''],
  ])('%s', (keyword, title) => {
    expect(titleOfKeyword(keyword)).toBe(title)
  })
})

describe('keywordProblem', () => {
  it.each([
    ['', 'Choose a keyword for this parameter'],
    ['  ', 'Choose a keyword for this parameter'],
    ['day', 'Parameter with this name already exists'],
    [' day ', 'Parameter with this name already exists'],
    ['my_day', null],
    ['my day', null],
    ['jour-né', null],
  ])('%s', (keyword, problem) => {
    expect(keywordProblem(keyword, ['day'])).toBe(problem)
  })

  it.each(['a.b', '#x', '/x', '^x', '!x', '&x', '>x', '=x=', 'a}}', '{a', 'x }} {{ y', '.', '__proto__'])(
    'refuses %s, which a text would not give back',
    (keyword) => {
      expect(keywordProblem(keyword, [])).toMatch(/^This keyword can not be used/)
    },
  )
})

describe('isFormValid', () => {
  it.each([
    ['a keyword alone', form({}), true],
    ['no keyword', form({ keyword: '' }), false],
    ['a title without a keyword', form({ keyword: '', title: 'X' }), false],
    ['a title that was emptied', form({ title: '' }), false],
    ['a title of white space', form({ title: ' ' }), false],
    ['a keyword without a letter has no title', form({ keyword: '__' }), false],
    ['a list without its query', form({ type: 'query' }), false],
    ['a list with its query', form({ type: 'query', queryId: 5 }), true],
    ['a pattern', form({ type: 'text-pattern', regex: '^[a-z]+$' }), true],
    ['half a pattern', form({ type: 'text-pattern', regex: '[a-' }), false],
    ['half a pattern of another type', form({ type: 'number', regex: '[a-' }), true],
  ])('%s', (_, given, valid) => {
    expect(isFormValid(given, true, ['taken'])).toBe(valid)
  })

  it('a stored parameter keeps its keyword, whatever it is', () => {
    expect(isFormValid(form({ keyword: 'taken' }), false, ['taken'])).toBe(true)
    expect(isFormValid(form({ keyword: 'taken' }), true, ['taken'])).toBe(false)
  })
})

describe('parameterOfForm', () => {
  it('makes a new parameter of every type', () => {
    const made = parameterTypes.map(({ type }) =>
      parameterOfForm(form({ keyword: ' my_day ', type, enumText: 'a\n\nb', queryId: 3, regex: 'x' }), null),
    )
    expect(made.map(({ type }) => type)).toEqual(parameterTypes.map(({ type }) => type))
    for (const each of made) expect(each).toMatchObject({ name: 'my_day', title: 'My day', global: false })
    expect(made.slice(0, 6)).toEqual([
      { name: 'my_day', title: 'My day', type: 'text', value: null, global: false },
      { name: 'my_day', title: 'My day', type: 'text-pattern', value: null, global: false, regex: 'x' },
      { name: 'my_day', title: 'My day', type: 'number', value: null, global: false },
      {
        ...{ name: 'my_day', title: 'My day', type: 'enum', value: 'a', global: false },
        ...{ enumOptions: 'a\n\nb', multiValuesOptions: null },
      },
      {
        ...{ name: 'my_day', title: 'My day', type: 'query', value: null, global: false },
        ...{ queryId: 3, multiValuesOptions: null },
      },
      { name: 'my_day', title: 'My day', type: 'date', value: null, global: false },
    ])
  })

  it.each<StoredParameter>([
    {
      ...{ name: 'd', title: 'D', type: 'datetime-local', value: null, global: true },
      ...{ useCurrentDateTime: true, locals: ['x'], somethingOld: { deep: 1 } },
    },
    { name: 'e', title: 'e', type: 'enum', value: 'b', global: false, enumOptions: ['a', 'b'] },
    {
      ...{ name: 'm', title: 'M', type: 'enum', value: ['b'], global: false, enumOptions: 'a\r\nb' },
      multiValuesOptions: { prefix: '(', suffix: ')', separator: ' or ', extra: 1 },
    },
    { name: 'u', title: 'U', type: 'of-the-future', value: 'x', global: false, enumOptions: 'kept' },
    { name: 'q', title: 'Q', type: 'query', value: 'x', global: false, queryId: 'not a number' },
  ])('loses nothing of what was stored before: $name', (stored) => {
    expect(parameterOfForm(parameterForm(stored), stored)).toEqual(stored)
  })

  it('gives a stored parameter without a title a title', () => {
    const stored = { name: 'user_id', title: '', type: 'text', value: 'x', global: false }
    expect(parameterOfForm(parameterForm(stored), stored)).toEqual({ ...stored, title: 'User id' })
  })

  it('changes edited keys and keeps the rest', () => {
    const stored = {
      ...{ name: 'e', title: 'E', type: 'enum', value: 'b', global: false, enumOptions: 'a\nb' },
      ...{ multiValuesOptions: null, locals: [] },
    }
    const quoted = { prefix: '"', suffix: '"', separator: ',' }
    const changed = { ...parameterForm(stored), title: ' Better ', multi: quoted }
    expect(parameterOfForm(changed, stored)).toEqual({
      ...stored,
      title: 'Better',
      multiValuesOptions: quoted,
    })
  })

  it('keeps a value that is valid for the new type, and drops the keys of the old type', () => {
    const stored = {
      ...{ name: 'e', title: 'E', type: 'enum', value: '5', global: false, enumOptions: '5\n6' },
      ...{ multiValuesOptions: null, useCurrentDateTime: true, locals: [] },
    }
    const toNumber = parameterOfForm({ ...parameterForm(stored), type: 'number' }, stored)
    expect(toNumber).toEqual({ name: 'e', title: 'E', type: 'number', value: 5, global: false, locals: [] })
    const toDate = parameterOfForm({ ...parameterForm(stored), type: 'date' }, stored)
    expect(toDate).toEqual({
      ...{ name: 'e', title: 'E', type: 'date', value: null, global: false, locals: [] },
      useCurrentDateTime: true,
    })
  })
})

it('reads the quotation of a list, also a custom one', () => {
  const quoted = withQuotation(null, "'")
  expect(quoted).toEqual({ prefix: "'", suffix: "'", separator: ',' })
  expect(quotationOf(quoted)).toBe("'")
  expect(quotationOf({ prefix: '(', suffix: ')', separator: ' or ' })).toBeNull()
  expect(withQuotation({ prefix: '(', suffix: ')', separator: ' or ' }, '')).toEqual({
    ...{ prefix: '', suffix: '', separator: ' or ' },
  })
})

it('inserts both ends of a range', () => {
  expect(insertText({ name: 'day', type: 'date' })).toBe('{{ day }}')
  for (const type of ['date-range', 'datetime-range', 'datetime-range-with-seconds']) {
    expect(insertText({ name: 'day', type })).toBe('{{ day.start }} {{ day.end }}')
  }
})

describe('listPreview', () => {
  const multi = { prefix: "'", suffix: "'", separator: ',' }
  it.each([
    [form({ type: 'enum', enumText: '\nSEA\nJFK\nLAX', multi }), "'SEA','JFK'"],
    [form({ type: 'enum', multi }), "'value 1','value 2'"],
    [form({ type: 'query', multi: { ...multi, prefix: '', suffix: '' } }), 'value 1,value 2'],
    [form({ type: 'enum', enumText: 'a' }), null],
    [form({ type: 'text', multi }), null],
  ])('%#', (given, preview) => {
    expect(listPreview(given)).toBe(preview)
  })
})

it('lists the parameters of the page that a dropdown query uses', () => {
  const parameters = ['country', 'year', 'city'].map((name) => ({
    ...{ name, title: name, type: 'text', value: null, global: false },
  }))
  expect(dropdownFeeds(parameters, ['country', 'city', 'other'], 'city')).toEqual({
    fed: ['country'],
    saved: ['year', 'city'],
  })
})

it('replaces a definition at its position, and appends a new one', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({
    ...{ name, title: name, type: 'text', value: null, global: false },
  })) as [StoredParameter, StoredParameter, StoredParameter]
  const changed = { ...a, title: 'A' }
  expect(withParameter([a, b], changed)).toEqual([changed, b])
  expect(withParameter([a, b], c)).toEqual([a, b, c])
})
