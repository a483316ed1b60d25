import { describe, expect, it } from 'vitest'
import { refuseLarge, refuseUnstorable } from './body-parsers.ts'

const reasonOf = (refusal: Error | null) => refusal?.message ?? null
/** the refusals before and after parsing, which must agree */
const both = (text: string) => [reasonOf(refuseLarge(text)), reasonOf(refuseUnstorable(JSON.parse(text)))]
const list = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join(', ')}]`

describe('a JSON text is refused before it is parsed, by the same limits as afterwards,', () => {
  it.each(['1', '{}', '[ ]', '"a,[{"', '{"a\\\\": "\\",[", "b" : []}'])(
    'when it has many parts: %s',
    (item) => {
      // each item counts, and so do its own parts
      const own = item.startsWith('{"a') ? 3 : 1
      const fitting = Math.floor(50_000 / own)
      expect(both(list(fitting, item))).toEqual([null, null])
      const [before, after] = both(list(fitting + 1, item))
      expect(before).toContain('more than 50,000 fields')
      expect(after).toBe(before)
    },
  )

  it('when it is deep', () => {
    const nested = (depth: number) => `${'[{"a": '.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
    expect(both(nested(64))).toEqual([null, null])
    const [before, after] = both(nested(66))
    expect(before).toContain('nested deeper than 64 levels')
    expect(after).toBe(before)
  })

  it('even if the parser would refuse it', () => {
    expect(reasonOf(refuseLarge(`[${'{},'.repeat(60_000)}`))).toContain('more than 50,000 fields')
    expect(reasonOf(refuseLarge('['.repeat(1_000_000)))).toContain('nested deeper')
    expect(reasonOf(refuseLarge('"never ended \\'))).toBeNull()
    expect(reasonOf(refuseLarge(']]]]}}}'))).toBeNull()
  })
})
