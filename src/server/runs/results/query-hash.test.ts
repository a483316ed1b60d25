import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mysql, pg } from '#shared/sql/dialects.test-support.ts'
import { queryHash } from './query-hash.ts'

describe('queryHash', () => {
  const hash = (text: string) => queryHash(text, pg)

  it('does not treat what the server runs as a comment', () => {
    // PostgreSQL and DuckDB end a line at a carriage return, MySQL and SQLite do not
    expect(hash('select 1 --\runion select 2')).not.toBe(hash('select 1'))
    expect(queryHash('select 1 -- \runion select 2', mysql)).toBe(queryHash('select 1', mysql))
    // not white space for MySQL, so these are two minus signs
    expect(queryHash('select 1 --\u00a0a', mysql)).not.toBe(queryHash('select 1', mysql))
  })

  it('is 32 hexadecimal digits', () => expect(hash('select 1')).toMatch(/^[0-9a-f]{32}$/))

  it.each([
    ['select 1', '  select\n\t1  '],
    ['select 1', 'select 1 -- comment'],
    ['select 1', '/* a\n b */ select /* c */ 1'],
    ['select a from t', 'select a -- x\nfrom t'],
  ])('%j equals %j', (one, other) => expect(hash(one)).toBe(hash(other)))

  it.each([
    ["select 'a b'", "select 'a  b'"],
    ["select '-- x'", "select ''"],
    ['select "a b"', 'select "a  b"'],
    ['select 1', 'SELECT 1'],
    ['select 1', 'select 1 LIMIT 1000'],
    ['select ab', 'select a/**/b'],
    ["select j #> '{a}'", 'select j'],
  ])('%j differs from %j', (one, other) => expect(hash(one)).not.toBe(hash(other)))

  it('keeps what MySQL executes inside of a comment', () => {
    expect(queryHash('select /*!40001 1 */ 2', mysql)).not.toBe(queryHash('select 2', mysql))
    expect(queryHash('select /*M!100100 1 */ 2', mysql)).not.toBe(queryHash('select 2', mysql))
  })

  it('hashes documents as they are', () => {
    expect(queryHash('a: 1', null)).toBe(createHash('md5').update('a: 1').digest('hex'))
    expect(queryHash('a:\n b', null)).not.toBe(queryHash('a: b', null))
  })

  it('ignores white space and comments between parts, but never inside literals', () => {
    const part = fc.oneof(
      fc.constantFrom('select', 'from', 't', '1', ',', 'group by x', '"a  b"', '$$ -- $$'),
      fc.string({ maxLength: 10 }).map((inside) => `'${inside.replaceAll("'", "''")}'`),
    )
    const gap = fc.constantFrom(' ', '  ', '\n', ' -- c\n', ' /* c */ ', '\t/* /* n */ */ ')
    fc.assert(
      fc.property(fc.array(fc.tuple(part, gap), { minLength: 1 }), (parts) => {
        const spaced = parts.map(([text, between]) => text + between).join('')
        expect(hash(spaced)).toBe(hash(parts.map(([text]) => text).join(' ')))
      }),
    )
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        fc.pre(one !== other)
        const quote = (text: string) => `select '${text.replaceAll("'", "''")}'`
        expect(hash(quote(one))).not.toBe(hash(quote(other)))
      }),
    )
  })
})
