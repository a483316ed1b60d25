import { describe, expect, it } from 'vitest'
import {
  detectParameterNames,
  missingValuesMessage,
  parameterLabel,
  parametersOfText,
  readStoredParameters,
} from '../parameters/detect-parameters.ts'
import { type KeyPress, matchesShortcut, shortcutLabel } from './keyboard-shortcuts.ts'
import { chooseDataSource, isQueryDirty, publishesOnNaming } from './query-dirty.ts'
import { whyNotExecutable } from './run-rules.ts'

describe('detectParameterNames', () => {
  it.each([
    ['select 1', []],
    ['select {{ a }}, {{{b}}}, {{& c }}', ['a', 'b', 'c']],
    ['{{ range.start }} {{ range.end }}', ['range']],
    ['{{# section }} {{ inside }} {{/ section }}{{^ not }}{{ hidden }}{{/ not }}', ['inside']],
    ['{{ a }} {{ a }} {{! comment }}', ['a']],
    ['{{ my param }}', ['my param']],
  ])('%s', (text, names) => {
    expect(detectParameterNames(text)).toEqual(names)
  })

  it('looks into inverted sections for permission checks', () => {
    expect(detectParameterNames('{{^ a }}{{ hidden }}{{/ a }}', { inverted: true })).toEqual(['hidden'])
  })

  it('keeps the known parameters when the text cannot be parsed', () => {
    const known = readStoredParameters({ parameters: [{ name: 'a', type: 'number', value: 3 }] })
    expect(detectParameterNames('{{ a')).toBe(null)
    expect(parametersOfText('{{ a', known)).toEqual(known)
  })
})

describe('parametersOfText', () => {
  it('treats a new name that is only used with start and end as a date range', () => {
    const text = '{{ a.start }} {{ a.end }} {{ b.start }} {{ b }} {{ c.from }} {{# d }}{{ e.end }}{{/ d }}'
    expect(parametersOfText(text, []).map(({ name, type }) => [name, type])).toEqual([
      ['a', 'date-range'],
      ['b', 'text'],
      ['c', 'text'],
      ['e', 'date-range'],
    ])
    const known = readStoredParameters({ parameters: [{ name: 'a', type: 'datetime-range' }] })
    expect(parametersOfText('{{ a.start }}', known)[0]?.type).toBe('datetime-range')
  })

  it('keeps order and settings, drops removed names, appends new ones', () => {
    const stored = readStoredParameters({
      parameters: [{ name: 'b', title: 'B!', value: 1 }, { name: 'gone' }, 7],
    })
    expect(parametersOfText('{{ a }} {{ b }}', stored)).toEqual([
      { name: 'b', title: 'B!', type: 'text', value: 1, global: false },
      { name: 'a', title: 'a', type: 'text', value: null, global: false },
    ])
  })

  it('names missing values in a message', () => {
    const parameters = parametersOfText('{{ from_date }} {{ id }}', [])
    expect(missingValuesMessage(parameters)).toBe('missing values for From Date, Id parameters.')
    expect(missingValuesMessage(parameters.slice(1))).toBe('missing value for Id parameter.')
    expect(missingValuesMessage(parameters.map((one) => ({ ...one, value: 0 })))).toBe(null)
    expect(parameters.map(parameterLabel)).toEqual(['From Date', 'Id'])
  })
})

describe('isQueryDirty', () => {
  const saved = { query: 'select 1', options: { apply_auto_limit: true, parameters: [] } }
  it('compares only the text and the auto-limit option', () => {
    expect(isQueryDirty(saved, saved)).toBe(false)
    expect(isQueryDirty({ ...saved, query: 'select 2' }, saved)).toBe(true)
    expect(isQueryDirty({ ...saved, options: { apply_auto_limit: false } }, saved)).toBe(true)
    expect(isQueryDirty({ ...saved, options: { apply_auto_limit: true } }, saved)).toBe(false)
    expect(
      isQueryDirty({ query: 'a', options: {} }, { query: 'a', options: { apply_auto_limit: false } }),
    ).toBe(false)
  })
})

describe('chooseDataSource', () => {
  const sources = [{ id: 1 }, { id: 2 }, { id: 3 }]
  it('prefers the current, then the last used, then the first', () => {
    expect(chooseDataSource(sources, 3, 2)).toEqual({ id: 3 })
    expect(chooseDataSource(sources, null, 2)).toEqual({ id: 2 })
    expect(chooseDataSource(sources, 9, 8)).toEqual({ id: 1 })
    expect(chooseDataSource([], 1, 1)).toBe(null)
  })
})

describe('publishesOnNaming', () => {
  it('publishes drafts with a name of their own', () => {
    expect(publishesOnNaming({ name: 'Sales', is_draft: true }, true)).toBe(true)
    expect(publishesOnNaming({ name: 'New Query', is_draft: true }, true)).toBe(false)
    expect(publishesOnNaming({ name: 'Sales', is_draft: true }, false)).toBe(false)
    expect(publishesOnNaming({ name: 'Sales', is_draft: false }, true)).toBe(false)
  })
})

describe('whyNotExecutable', () => {
  const facts = {
    text: 'select 1',
    isExecuting: false,
    hasPendingParameters: false,
    dataSource: { view_only: false },
    isSafe: true,
    isSaved: false,
    permissions: ['execute_query', 'view_query'],
  }
  it.each([
    ['everything fits', {}, true],
    ['no text', { text: '  \n' }, false],
    ['executing', { isExecuting: true }, false],
    ['pending parameters', { hasPendingParameters: true }, false],
    ['no data source', { dataSource: null }, false],
    ['view only, free text', { dataSource: { view_only: true } }, false],
    ['view only, saved and safe', { dataSource: { view_only: true }, isSaved: true }, true],
    ['view only, saved and unsafe', { dataSource: { view_only: true }, isSaved: true, isSafe: false }, false],
    ['an admin', { dataSource: { view_only: true }, permissions: ['admin'] }, true],
    ['no permission', { permissions: [] }, false],
    ['an archived query', { isArchived: true }, false],
  ])('%s', (_, difference, allowed) => {
    expect(whyNotExecutable({ ...facts, ...difference }) === null).toBe(allowed)
  })

  it('says why', () => {
    expect(whyNotExecutable({ ...facts, text: '' })).toBe("Can't execute empty query.")
  })
})

describe('matchesShortcut', () => {
  const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
    key,
    code: key.length === 1 ? `Key${key.toUpperCase()}` : key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...modifiers,
  })
  it('matches the execute keys', () => {
    expect(matchesShortcut(press('Enter', { ctrlKey: true }), 'execute', false)).toBe(true)
    expect(matchesShortcut(press('Enter', { ctrlKey: true }), 'execute', true)).toBe(true)
    expect(matchesShortcut(press('Enter', { metaKey: true }), 'execute', true)).toBe(true)
    expect(matchesShortcut(press('Enter', { metaKey: true }), 'execute', false)).toBe(false)
    expect(matchesShortcut(press('Enter', { altKey: true }), 'execute', false)).toBe(true)
    expect(matchesShortcut(press('Enter', { shiftKey: true }), 'execute', false)).toBe(true)
    expect(matchesShortcut(press('Enter'), 'execute', false)).toBe(false)
  })
  it('matches Alt keys by physical key, because a Mac types another character', () => {
    const typed = press('∂', { altKey: true, code: 'KeyD' })
    expect(matchesShortcut(typed, 'togglePanel', true)).toBe(true)
    expect(matchesShortcut({ ...typed, shiftKey: true }, 'togglePanel', true)).toBe(true)
    expect(matchesShortcut(press('F', { ctrlKey: true, shiftKey: true }), 'format', false)).toBe(true)
    expect(matchesShortcut(press('s', { ctrlKey: true }), 'save', false)).toBe(true)
    expect(matchesShortcut(press('s', { ctrlKey: true, shiftKey: true }), 'save', false)).toBe(false)
  })
  it('prints labels', () => {
    expect(shortcutLabel('mod+shift+f', false)).toBe('Ctrl + Shift + F')
    expect(shortcutLabel('mod+enter', true)).toBe('⌘ + Enter')
  })
})
