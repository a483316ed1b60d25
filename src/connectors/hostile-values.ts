import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bindText } from '#shared/sql/bind-text.ts'
import type { Stand } from './connector-stand.ts'
import { openOn } from './connector-stand.ts'
import { recordingSink } from './recording-sink.ts'

/** Parts of values that try to break out of a value (docs/reference/promises.md#s7). */
const pieces = fc.constantFrom(
  ...[
    "'",
    "''",
    '"',
    '\\',
    '\\\\',
    "\\'",
    '`',
    '--',
    '-- ',
    '//',
    '#',
    '# ',
    '/*',
    '*/',
    ';',
    '$$',
    '$a$',
    '?',
    '{x:String}',
  ],
  ...['%', '_', '\n', '\r', '\t', ' ', '', 'a', 'Ω', '縗', '𝄞', 'é', '‘', '’', '“', '\u2028', '\x1a', '\b'],
  ...["' or '1'='1", "') union select 1 --", "\\' or 1=1 -- ", "x' settings a = '1", "U&'", '{{x}}'],
)
export const hostile = fc.oneof(
  fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0')),
)

const everywhere =
  "select '{{x}}' as a, 'it''s {{x}}!' as b from (select '{{x}}' as name) s where name = '{{x}}' and name in ('zz', '{{x}}')"

/**
 * Hostile values against the real engine: they come back as they are, and compare as they are. And the ordinary queries of
 * `golden-safety` are valid there, for types that have their own. For engines whose sessions send the literals of the
 * text. `template`: the same two columns as the engine accepts them.
 */
export function hostileValueTrials(
  stand: () => Stand,
  texts: { type: string; tables: readonly string[] } | null,
  template = everywhere,
): void {
  const ask = async (session: Awaited<ReturnType<typeof openOn>>, template: string, x: string) => {
    const bound = bindText(template, { x, p: x }, [], stand().connector.binds)
    const sink = recordingSink()
    await session.run(bound.text, sink, AbortSignal.timeout(20_000), bound.values)
    return sink.cells.map((row) => row.map((cell) => JSON.parse(cell)))
  }

  it('values come back exactly, and are compared as they are', async () => {
    const session = await openOn(stand())
    await fc.assert(
      fc.asyncProperty(hostile, async (x) => {
        expect(await ask(session, template, x)).toEqual([[x, `it's ${x}!`]])
      }),
      { numRuns: 60 },
    )
    await session.close()
  })

  if (texts === null) return
  it('ordinary queries with a value are valid', { timeout: 180_000 }, async () => {
    const session = await openOn(stand())
    for (const text of texts.tables) {
      await session.run(text, recordingSink(), AbortSignal.timeout(20_000))
    }
    const file = new URL(`./golden-safety/ordinary/${texts.type}.json`, import.meta.url)
    const failed: string[] = []
    for (const template of JSON.parse(readFileSync(file, 'utf8')) as string[]) {
      await ask(session, template, 'de').catch((error: Error) =>
        failed.push(`${template}: ${error.message.slice(0, 150)}`),
      )
    }
    expect(failed).toEqual([])
    await session.close()
  })
}

/** The tables of the ordinary queries. */
export const ordinaryTables = (types: {
  text: string
  integer: string
  decimal: string
  time: string
  boolean: string
  end: string
}) => {
  const { text, integer, decimal, time, boolean, end } = types
  return [
    `create table customers (id ${integer}, name ${text}, email ${text}, country ${text}, segment ${text}, created_at ${time}, is_active ${boolean})${end}`,
    `create table orders (id ${integer}, customer_id ${integer}, status ${text}, amount ${decimal}, currency ${text}, ordered_at ${time}, notes ${text})${end}`,
    `create table events (id ${integer}, user_id ${integer}, type ${text}, properties ${text}, occurred_at ${time})${end}`,
  ]
}
