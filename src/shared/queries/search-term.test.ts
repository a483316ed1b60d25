import { describe, expect, it } from 'vitest'
import { readSearchTerm } from './search-term.ts'

const tsquery = (term: string) => {
  const filter = readSearchTerm(term)
  return filter.finds === 'matches' ? filter.tsquery : filter.finds
}

describe('readSearchTerm', () => {
  it.each([
    ['', 'everything'],
    ['  \t ', 'everything'],
    ['!!! -- ,', 'nothing'],
    ['()', 'nothing'],
    ['""', 'nothing'],
    ['or !', `'or':*`],
  ])('%j finds %s', (term, expected) => expect(tsquery(term)).toBe(expected))

  it.each([
    ['words are ANDed, each a prefix', 'sales eu', `('sales':* & 'eu':*)`],
    ['or is an alternative and binds less', 'a b or c', `(('a':* & 'b':*) | 'c':*)`],
    ['or in any case', 'a OR b', `('a':* | 'b':*)`],
    ['a minus excludes', 'a -b', `('a':* & !'b':*)`],
    ['a minus before a phrase, a group', '-"a b" -(c or d)', `(!('a' <-> 'b') & !('c':* | 'd':*))`],
    ['several minus are one', '--a', `!'a':*`],
    ['a phrase is whole words in a row', '"net sales"', `('net' <-> 'sales')`],
    ['parentheses group', '(a or b) c', `(('a':* | 'b':*) & 'c':*)`],
    [
      'underscores and dots cut words',
      'orders_dai public.or',
      `(('orders' <-> 'dai':*) & ('public' <-> 'or':*))`,
    ],
    ['a minus inside of a word cuts it', 'foo-bar', `('foo' <-> 'bar':*)`],
    ['letters of every script are words', 'Übersicht 売上', `('Übersicht':* & '売上':*)`],
  ])('%s', (_, term, expected) => expect(tsquery(term)).toBe(expected))

  it.each([
    ['an or at an end', 'a or', `'a':*`],
    ['an or at the start', 'or a', `'a':*`],
    ['doubled or', 'a or or b', `('a':* | 'b':*)`],
    ['an or alone is a word', 'or', `'or':*`],
    ['an open quote', 'a "b c', `('a':* & ('b' <-> 'c'))`],
    ['open parentheses', '((a or b', `('a':* | 'b':*)`],
    ['closing ones without a beginning', 'a) b)', `('a':* & 'b':*)`],
    ['empty groups', 'a () -() b', `('a':* & 'b':*)`],
    ['quotes and operators of tsquery', `a' & | ! b:*<->\\`, `('a':* & 'b':*)`],
  ])('reads %s', (_, term, expected) => expect(tsquery(term)).toBe(expected))

  it('stays within the limits of PostgreSQL', () => {
    expect(tsquery('x'.repeat(501))).toBe(`'${'x'.repeat(500)}':*`)
    expect(tsquery(Array(100).fill('w').join(' ')).match(/'w'/g)).toHaveLength(40)
    expect(tsquery(`${'('.repeat(10_000)}a${')'.repeat(10_000)} b`)).toBe(`('a':* & 'b':*)`)
  })
})
