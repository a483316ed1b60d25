import Mustache from 'mustache'
import { describe, expect, it } from 'vitest'
import { parametersOfText } from './detect-parameters.ts'
import { excessOfTags, readTemplateTokens, type TemplateToken } from './template-tokens.ts'

/** Processor time of the fastest of several tries, in microseconds, to ignore other load on the machine. */
function cost(work: () => void): number {
  const tries = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...tries)
}

/** What the server uses of the tokens, or the message of the error. */
function outcomeOf(read: () => TemplateToken[]): unknown {
  const used = ([kind, name, start, end, children]: TemplateToken): unknown[] => [
    ...[kind, name, start, end],
    ...(Array.isArray(children) ? [children.map(used)] : []),
  ]
  try {
    return read().map(used)
  } catch (error) {
    return (error as Error).message
  }
}

const shapes: Record<string, (size: number) => string> = {
  sections: (size) => '{{#a}}{{p}}{{/a}}'.repeat(size / 17),
  'open sections': (size) => '{{#a}}'.repeat(size / 6),
  'opening braces': (size) => '{'.repeat(size),
  'triple braces': (size) => '{{{a}}'.repeat(size / 6),
  'delimiters of its own': (size) => '{{=<% %>=}}<%a%>'.repeat(size / 16),
  blanks: (size) => `{{${' '.repeat(size)}a}}`,
  'text without a placeholder': (size) => 'x'.repeat(size),
}

describe('the placeholders of a text', () => {
  it.each(Object.keys(shapes))('of %s are read in time that grows with the length', (name) => {
    const read = (size: number) => {
      const text = shapes[name]?.(size) ?? ''
      return cost(() => {
        try {
          readTemplateTokens(text)
        } catch {
          // refused: only the time counts
        }
      })
    }
    read(1 << 16)
    // sixteen times the length: sixteen times the work if linear, 256 times if quadratic
    const [short, long] = [read(1 << 18), read(1 << 22)]
    expect(long).toBeLessThan(Math.max(short, 1500) * 80)
  })

  it('are those that the parser finds in the whole text', () => {
    const words = [
      ...[
        'a',
        ' ',
        '  ',
        '\n',
        '\n',
        '\r\n',
        '\t',
        '{',
        '}',
        '{{x}}',
        '{{{x}}}',
        '{{& x.y }}',
        '{{! c\n }}',
        '{{> p}}',
      ],
      ...['{{#s}}', '{{^s}}', '{{/s}}', '{{#s}}', '{{/s}}', '{{', '}}', '\u00e9', 'b c'],
    ]
    for (let round = 0; round < 5000; round++) {
      let seed = round + 1
      const random = (most: number) => {
        seed = (seed * 48_271) % 2_147_483_647
        return seed % most
      }
      const text = Array.from({ length: 2 + random(14) }, () => words[random(words.length)]).join('')
      expect([text, outcomeOf(() => readTemplateTokens(text))]).toEqual([
        text,
        outcomeOf(() => new Mustache.Writer().parse(text) as unknown as TemplateToken[]),
      ])
    }
  })

  it('are limited in number and in depth', () => {
    expect(excessOfTags('{{a}}'.repeat(2000))).toBeNull()
    expect(String(excessOfTags('{{a}}'.repeat(2001)))).toMatch(/more than 2000 placeholders/)
    expect(excessOfTags(`${'{{#a}}'.repeat(100)}x${'{{/a}}'.repeat(100)}`)).toBeNull()
    expect(String(excessOfTags(`${'{{#a}}'.repeat(101)}x${'{{/a}}'.repeat(101)}`))).toMatch(
      /nested deeper than 100/,
    )
    expect(() => readTemplateTokens('{{a}}'.repeat(2001))).toThrow(/more than 2000 placeholders/)
  })

  it('become parameters: date ranges if only start and end are used', () => {
    const found = parametersOfText('{{a.start}} {{a.end}} {{b.start}} {{b}} {{c}}', [
      { name: 'c', title: 'C', type: 'number', value: 1, global: false },
      { name: 'gone', title: 'Gone', type: 'text', value: 1, global: false },
    ])
    expect(found.map(({ name, type }) => [name, type])).toEqual([
      ['c', 'number'],
      ['a', 'date-range'],
      ['b', 'text'],
    ])
  })
})
