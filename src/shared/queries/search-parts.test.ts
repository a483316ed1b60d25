import { describe, expect, it } from 'vitest'
import { readSearchParts } from './search-parts.ts'

const anywhere = (pattern: string) => ({ field: 'name_or_description', pattern })

describe('readSearchParts', () => {
  it.each([
    ['売上 eu', [anywhere('%売上%'), anywhere('%eu%')]],
    ['"net sales"', [anywhere('%net sales%')]],
    [
      'name:a query:"b c" description:d',
      [
        { field: 'name', pattern: '%a%' },
        { field: 'query', pattern: '%b c%' },
        { field: 'description', pattern: '%d%' },
      ],
    ],
    ['Name:a other:b', [anywhere('%a%'), anywhere('%b%')]],
    ['id:12', [{ field: 'id', id: 12 }]],
    ['id:99999999999', [{ field: 'id', id: 0 }]],
    ['id:12x', [anywhere('%12x%')]],
    ['10% a_b', [anywhere('%10%%'), anywhere('%a_b%')]],
    ['a\\', [anywhere('%a\\\\%')]],
    ['"open quote', [anywhere('%open quote%')]],
    ['""', []],
    ['  ', []],
  ])('reads %j', (term, expected) => expect(readSearchParts(term)).toEqual(expected))

  it('reads at most twenty', () => {
    expect(readSearchParts('a '.repeat(50))).toHaveLength(20)
  })
})
