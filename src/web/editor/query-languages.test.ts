import { type LanguageSupport, StreamLanguage } from '@codemirror/language'
import { classHighlighter, highlightTree } from '@lezer/highlight'
import { describe, expect, it } from 'vitest'
import { queryLanguageOf } from './query-languages.ts'

/** The words and signs with a color, and which one. */
function colored(type: string, text: string): [text: string, color: string][] {
  const [language] = queryLanguageOf(type) as (LanguageSupport | StreamLanguage<unknown>)[]
  if (!(language instanceof StreamLanguage)) return []
  const parts: [string, string][] = []
  highlightTree(language.parser.parse(text), classHighlighter, (from, to, classes) => {
    parts.push([text.slice(from, to), classes.replaceAll('tok-', '')])
  })
  return parts
}

describe('colors of query languages', () => {
  it('PromQL', () => {
    expect(colored('prometheus', 'sum by (job) (rate(x{a="\\"b"}[5m])) # it\'s')).toEqual([
      ['sum', 'keyword'],
      ['by', 'keyword'],
      ['"\\"b"', 'string'],
      ['5m', 'number'],
      ["# it's", 'comment'],
    ])
  })

  it('LogQL, with texts in which a backslash is itself', () => {
    expect(colored('loki', '{job="a"} |= `\\` | json')).toEqual([
      ['"a"', 'string'],
      ['`\\`', 'string'],
      ['json', 'keyword'],
    ])
  })

  it('InfluxQL, whose names are in double quotes', () => {
    expect(colored('influxdb', `SELECT "a" FROM x WHERE b = 'c' -- d`)).toEqual([
      ['SELECT', 'keyword'],
      ['"a"', 'variableName'],
      ['FROM', 'keyword'],
      ['WHERE', 'keyword'],
      ["'c'", 'string'],
      ['-- d', 'comment'],
    ])
  })

  it('Flux', () => {
    expect(colored('influxdbv2', 'from(bucket: "b")\n  |> range(start: -1d) // x')).toEqual([
      ['from', 'keyword'],
      ['"b"', 'string'],
      ['range', 'keyword'],
      ['1d', 'number'],
      ['// x', 'comment'],
    ])
  })

  it('Cypher, with comments over several lines', () => {
    expect(colored('neo4j', 'MATCH /* a\nb */ (n:`x y`) WHERE n.a = $p RETURN true')).toEqual([
      ['MATCH', 'keyword'],
      ['/* a', 'comment'],
      ['b */', 'comment'],
      ['`x y`', 'variableName'],
      ['WHERE', 'keyword'],
      ['$p', 'variableName2'],
      ['RETURN', 'keyword'],
      ['true', 'bool'],
    ])
  })

  it('AQL, KQL and DQL', () => {
    expect(colored('arangodb', 'FOR d IN c FILTER d.a == @v RETURN d').map(([part]) => part)).toEqual([
      ...['FOR', 'IN', 'FILTER', '@v', 'RETURN'],
    ])
    expect(colored('azure_kusto', 'T | where a has "b" | mv-expand c').map(([part]) => part)).toEqual([
      ...['where', 'has', '"b"', 'mv-expand'],
    ])
    expect(
      colored('dgraph', '{ q(func: eq(name, "a")) @filter(has(b)) { name } }').map(([part]) => part),
    ).toEqual([...['func', 'eq', '"a"', '@filter', 'has']])
  })

  it('end for every text', () => {
    for (const type of [
      'prometheus',
      'neo4j',
      'arangodb',
      'influxdbv2',
      'dgraph',
      'azure_kusto',
      'graphite',
    ]) {
      for (const text of ['"', "'", '`', '/*', '\\', '$', '@', '0x', '-', '#', '😀"\\']) {
        expect(() => colored(type, text)).not.toThrow()
      }
    }
    expect(queryLanguageOf('pg')).toEqual([])
  })
})
