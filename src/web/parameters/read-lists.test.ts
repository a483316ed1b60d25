import { describe, expect, it } from 'vitest'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import type { DropdownRequest, DropdownSource } from './dropdown-source.ts'
import { readLists } from './read-lists.ts'

const parameter = (name: string, rest: Partial<StoredParameter>): StoredParameter => ({
  ...{ name, title: name, type: 'text', value: null, global: false },
  ...rest,
})
const country = parameter('country', { type: 'enum', enumOptions: 'France\nItaly', value: 'Italy' })
const city = parameter('city', { type: 'query', queryId: 7, value: 'Rome' })
const street = parameter('street', { type: 'query', queryId: 8, value: 'Via Appia' })

async function asked(parameters: readonly StoredParameter[], failing: number | null = null) {
  const requests: [number, DropdownRequest['parameters']][] = []
  const source: DropdownSource = {
    key: '1',
    search: async (id, request) => {
      requests.push([id, request.parameters])
      if (id === failing) throw new Error('no list')
      return { options: [], count: 0, selected: [], depends_on: [] }
    },
  }
  await readLists(source, parameters, new AbortController().signal)
  return requests
}

describe('the lists that a run requires', () => {
  it('are read in order, each with the values of the other parameters', async () => {
    expect(await asked([country, city, street])).toEqual([
      [7, { country: 'Italy', street: 'Via Appia' }],
      [8, { country: 'Italy', city: 'Rome' }],
    ])
  })

  it('may fail without blocking the run, which reports the error itself', async () => {
    expect((await asked([country, city, street], 7)).map(([id]) => id)).toEqual([7, 8])
  })

  it('are not requested if nothing can depend on anything', async () => {
    expect(await asked([city])).toEqual([])
    expect(await asked([country, parameter('n', { type: 'number', value: 1 })])).toEqual([])
    expect(await asked([country, parameter('city', { type: 'query', queryId: null })])).toEqual([])
  })
})
