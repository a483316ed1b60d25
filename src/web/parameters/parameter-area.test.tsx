// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useMemo } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DropdownOption, DropdownPage } from '#shared/parameters/dropdowns-api.ts'
import type { DropdownRequest, DropdownSource } from './dropdown-source.ts'
import { ParameterArea } from './parameter-area.tsx'
import { type Parameters, useParameters } from './use-parameters.ts'

let current: Parameters
let applied: string[][] = []
let requests: DropdownRequest[] = []
let rows: DropdownOption[] = []
let failure: Error | null = null

beforeEach(() => {
  applied = []
  requests = []
  failure = null
  rows = ['Ann', 'Bob', 'Cleo'].map((name, at) => ({ name, value: String(at + 1) }))
})
afterEach(cleanup)

/** Answers like the server. */
const dropdowns: DropdownSource = {
  key: 'test',
  async search(_, request): Promise<DropdownPage> {
    requests.push(request)
    if (failure) throw failure
    const { q, offset = 0, limit = 100, values } = request
    const found = rows.filter(({ name }) =>
      String(name)
        .toLowerCase()
        .includes((q ?? '').toLowerCase()),
    )
    return {
      options: found.slice(offset, offset + limit),
      count: found.length,
      selected: rows.filter(({ value }) => values?.includes(value)),
      depends_on: ['team'],
    }
  },
}

interface HostProps {
  text: string
  parameters: readonly object[]
  search?: string
}

function Host({ text, parameters, search = '' }: HostProps) {
  const options = useMemo(() => ({ parameters }), [parameters])
  const state = useParameters(text, options, { search })
  current = state
  return (
    <ParameterArea
      parameters={state}
      settings={{ dateFormat: 'DD/MM/YY', timeZone: 'UTC' }}
      dropdowns={dropdowns}
      isHidden={(name) => name === 'secret'}
      onApply={() => applied.push(state.apply().changed)}
    />
  )
}

const open = (props: HostProps) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <Host {...props} />
      </MantineProvider>
    </QueryClientProvider>,
  )

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const shownValue = (name: string) => current.shown.find((one) => one.name === name)?.value

describe('pending values', () => {
  it('are counted, and not applied before Apply Changes', () => {
    open({
      text: '{{ a }} {{ n }}',
      parameters: [
        { name: 'a', value: 'x' },
        { name: 'n', type: 'number', value: 1 },
      ],
    })
    expect(screen.queryByRole('button', { name: /Apply Changes/ })).toBeNull()
    type('A', 'y')
    type('N', '2')
    expect(current.all.map(({ value }) => value)).toEqual(['x', 1])
    expect(screen.getByRole('button', { name: /Apply Changes/ }).textContent).toContain('2')
    type('N', '1')
    expect(screen.getByRole('button', { name: /Apply Changes/ }).textContent).toContain('1')
    fireEvent.click(screen.getByRole('button', { name: /Apply Changes/ }))
    expect(applied).toEqual([['a']])
    expect(current.all.map(({ value }) => value)).toEqual(['y', 1])
    expect(screen.queryByRole('button', { name: /Apply Changes/ })).toBeNull()
  })

  it.each([{ ctrlKey: true }, { altKey: true }])('are applied with Enter and %j', (modifier) => {
    open({ text: '{{ a }}', parameters: [] })
    fireEvent.keyDown(screen.getByLabelText('A'), { key: 'Enter', ...modifier })
    expect(applied).toEqual([])
    type('A', 'y')
    fireEvent.keyDown(screen.getByLabelText('A'), { key: 'Enter' })
    expect(applied).toEqual([])
    fireEvent.keyDown(screen.getByLabelText('A'), { key: 'Enter', ...modifier })
    expect(applied).toEqual([['a']])
  })

  it('can be discarded', () => {
    open({ text: '{{ a }}', parameters: [{ name: 'a', value: 'x' }] })
    type('A', 'y')
    fireEvent.click(screen.getByRole('button', { name: 'Drop the changes' }))
    expect(shownValue('a')).toBe('x')
  })
})

it('shows no hidden parameters, and marks empty ones', () => {
  open({
    text: '{{ a }} {{ b }} {{ secret }}',
    parameters: [{ name: 'b', hidden: true }, { name: 'secret' }],
  })
  expect(screen.getAllByRole('textbox').length).toBe(1)
  expect(screen.getByText('no value')).toBeTruthy()
})

it('prefers values in the address to stored ones', () => {
  open({ text: '{{ a }} {{ b }}', parameters: [{ name: 'a', value: 'x' }], search: '?p_a=y' })
  expect(current.all.map(({ value }) => value)).toEqual(['y', null])
})

describe('numbers', () => {
  it('ignore invalid input', () => {
    open({ text: '{{ n }}', parameters: [{ name: 'n', type: 'number', value: 1 }] })
    type('N', '1x')
    expect(shownValue('n')).toBe(1)
    fireEvent.blur(screen.getByLabelText('N'))
    expect(screen.getByLabelText<HTMLInputElement>('N').value).toBe('1')
    type('N', '')
    expect(shownValue('n')).toBe(null)
  })
})

describe('patterns', () => {
  it('mark a value that does not match, and keep it in the field', () => {
    open({
      text: '{{ p }}',
      parameters: [{ name: 'p', type: 'text-pattern', regex: '^[0-9]+$', value: '1' }],
    })
    type('P', 'one')
    fireEvent.blur(screen.getByLabelText('P'))
    expect(shownValue('p')).toBe(null)
    expect(screen.getByLabelText<HTMLInputElement>('P').value).toBe('one')
    expect(screen.getByText('Does not match the pattern')).toBeTruthy()
    type('P', '12')
    expect(shownValue('p')).toBe('12')
    expect(screen.queryByText('Does not match the pattern')).toBeNull()
  })
})

const pick = async (label: string) => {
  const field = await screen.findByRole('combobox', { name: label })
  await act(async () => fireEvent.click(field))
}

describe('dropdown lists', () => {
  it('select one of the options, and can be searched', async () => {
    open({ text: '{{ c }}', parameters: [{ name: 'c', type: 'enum', enumOptions: 'red\ngreen\nblue' }] })
    expect(shownValue('c')).toBe('red')
    await pick('C')
    fireEvent.change(screen.getByLabelText('Search the options'), { target: { value: 'RE' } })
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['red', 'green'])
    fireEvent.click(screen.getByRole('option', { name: 'green' }))
    expect(shownValue('c')).toBe('green')
  })

  it('show three tags of ten characters, and the number of further values', async () => {
    const lines = ['a', 'a very long line', 'c', 'd', 'e']
    open({
      text: '{{ c }}',
      parameters: [
        { name: 'c', type: 'enum', enumOptions: lines.join('\n'), value: ['a'], multiValuesOptions: {} },
      ],
    })
    await pick('C')
    fireEvent.click(screen.getByRole('button', { name: 'Select All' }))
    expect(shownValue('c')).toEqual(lines)
    expect(screen.getByRole('combobox', { name: 'C' }).textContent).toBe('aa very lon…c+2 more')
    fireEvent.click(screen.getByRole('option', { name: 'c' }))
    expect(shownValue('c')).toEqual(['a', 'a very long line', 'd', 'e'])
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(shownValue('c')).toBe(null)
  })

  it('draw long lists in parts', async () => {
    const enumOptions = Array.from({ length: 1000 }, (_, at) => `line ${at}`).join('\n')
    open({ text: '{{ c }}', parameters: [{ name: 'c', type: 'enum', enumOptions }] })
    await pick('C')
    expect(screen.getAllByRole('option').length).toBe(200)
    fireEvent.scroll(screen.getByRole('listbox'))
    expect(screen.getAllByRole('option').length).toBe(400)
    fireEvent.change(screen.getByLabelText('Search the options'), { target: { value: 'line 999' } })
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['line 999'])
  })
})

describe('query based dropdown lists', () => {
  const definition = { name: 'who', type: 'query', queryId: 7 }
  const several = { ...definition, multiValuesOptions: { prefix: '', suffix: '', separator: ',' } }

  it('show the name of the value', async () => {
    open({ text: '{{ who }}', parameters: [{ ...definition, value: '2' }] })
    expect(await screen.findByText('Bob')).toBeTruthy()
    expect(current.pendingCount).toBe(0)
  })

  it.each([
    ['the first option for none', definition, null, '1'],
    ['the first option for one that is gone', definition, '9', '1'],
    ['of several those that are still there', several, ['9', '3', '1'], ['3', '1']],
    ['none of several that are all gone', several, ['9'], null],
  ])('choose %s', async (_, parameter, value, chosen) => {
    open({ text: '{{ who }}', parameters: [{ ...parameter, value }] })
    await screen.findByRole('button', { name: /Apply Changes/ })
    expect(shownValue('who')).toEqual(chosen)
    expect(current.all[0]?.value).toEqual(value)
  })

  it('say if there is nothing to choose', async () => {
    rows = []
    open({ text: '{{ who }}', parameters: [definition] })
    expect(await screen.findByText('No options available')).toBeTruthy()
    expect(current.pendingCount).toBe(0)
  })

  it('load long lists page by page, and search on the server', async () => {
    rows = Array.from({ length: 130 }, (_, at) => ({ name: `person ${at}`, value: String(at) }))
    open({ text: '{{ who }}', parameters: [{ ...definition, value: '3' }] })
    await screen.findByText('person 3')
    await pick('Who')
    expect((await screen.findAllByRole('option')).length).toBe(100)
    await act(async () => fireEvent.scroll(screen.getByRole('listbox')))
    await screen.findByRole('option', { name: 'person 120' })
    fireEvent.change(screen.getByLabelText('Search the options'), { target: { value: 'person 129' } })
    fireEvent.click(await screen.findByRole('option', { name: 'person 129' }))
    expect(shownValue('who')).toBe('129')
    expect(within(screen.getByRole('combobox', { name: 'Who' })).getByText('person 129')).toBeTruthy()
  })

  it('reload when other parameters change', async () => {
    open({
      text: '{{ team }} {{ who }}',
      parameters: [
        { name: 'team', value: 'red' },
        { ...definition, value: '2' },
      ],
    })
    await screen.findByText('Bob')
    expect(requests.at(-1)?.parameters).toEqual({ team: 'red' })
    rows = [{ name: 'Dora', value: '4' }]
    type('Team', 'blue')
    await screen.findByText('Dora')
    expect(requests.at(-1)?.parameters).toEqual({ team: 'blue' })
    expect(shownValue('who')).toBe('4')
  })

  it('show errors, and can retry', async () => {
    failure = new Error('relation "people" does not exist')
    open({ text: '{{ who }}', parameters: [{ ...definition, value: '2' }] })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('relation "people" does not exist')
    failure = null
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Bob')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
