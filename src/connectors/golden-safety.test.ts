import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bindText } from '#shared/sql/bind-text.ts'
import { isSafeQuery } from '#shared/sql/is-safe.ts'
import { connectors } from './registry.ts'

/** Templates with a text parameter `p`, and whether visitors may fill it in. Review each line before you move it. */
interface Golden {
  safe: string[]
  unsafe: string[]
}

const read = (name: string): Golden =>
  JSON.parse(readFileSync(new URL(`./golden-safety/${name}.json`, import.meta.url), 'utf8'))
/** Everyday queries in which a text is compared with texts. The databases of the live test accept all of them. */
const ordinary = (name: string): string[] =>
  JSON.parse(readFileSync(new URL(`./golden-safety/ordinary/${name}.json`, import.meta.url), 'utf8'))
/** With comparisons outside of conditions, which SQL Server reads as names of columns. */
const comparing = (folder: string): string[] =>
  JSON.parse(
    readFileSync(new URL(`./golden-safety/${folder}comparing-columns.json`, import.meta.url), 'utf8'),
  )
const text = { name: 'p', title: 'p', type: 'text', value: null, global: false }

for (const { type, binds } of connectors) {
  // a type with the rules of an earlier one (Query Results and DuckDB) needs no cases of its own
  if (binds === null || type !== connectors.find((earlier) => earlier.binds?.safe === binds.safe)?.type)
    continue
  const compares = binds.dialect.bareStatements !== true
  const everywhere = read('all')
  if (compares) everywhere.safe.push(...comparing(''))
  else everywhere.unsafe.push(...comparing(''), ...comparing('ordinary/'))
  // types with the same rules share their templates
  const shared = connectors.find((other) => other.binds === binds)?.type ?? type
  const own = read(shared)
  const judge = (template: string) => [
    template,
    isSafeQuery(template, { parameters: [text] }, binds),
    isSafeQuery(template, {}, binds),
    // the bound text is checked again before each run
    bindText(template, { p: 'x' }, [text], binds).free.length === 0,
  ]
  describe(`text in queries of ${type}`, () => {
    it('is allowed where it can only be a value', () => {
      const templates = [...everywhere.safe, ...own.safe]
      expect(templates.map(judge)).toEqual(templates.map((template) => [template, true, true, true]))
    })
    it('is allowed in ordinary queries', () => {
      const templates = [...ordinary('all'), ...(compares ? comparing('ordinary/') : []), ...ordinary(shared)]
      expect(templates.length).toBeGreaterThanOrEqual(100)
      expect(templates.map(judge)).toEqual(templates.map((template) => [template, true, true, true]))
    })
    it('is refused everywhere else', () => {
      const templates = [...everywhere.unsafe, ...own.unsafe]
      expect(templates.map(judge)).toEqual(templates.map((template) => [template, false, false, false]))
    })
    it('is refused after a number that may end a word otherwise', () => {
      const isSafe = (template: string, type: string) =>
        isSafeQuery(template, { parameters: [text, { ...text, name: 'n', type }] }, binds)
      for (const type of ['number', 'date', 'enum', 'query']) {
        // databases read `1.from` as `1. from`
        expect(isSafe("select {{n}}.from f(x = '{{p}}')", type)).toBe(false)
        expect(isSafe("select 1{{n}} . from f(x = '{{p}}')", type)).toBe(false)
        expect(isSafe("update t join u on t.n = {{n}}.set b = '{{p}}'", type)).toBe(false)
        expect(isSafe("select * from t join u on t.n = {{n}}.join f(x = '{{p}}')", type)).toBe(false)
        expect(isSafe("select a from {{n}}.orders where b = '{{p}}'", type)).toBe(true)
        expect(isSafe("select * from t where {{n}}.name = '{{p}}' and a > {{n}}", type)).toBe(true)
      }
    })
    it('is judged again with the other values in place', () => {
      const free = (template: string, n: string, type = 'enum') =>
        bindText(template, { p: 'x', n }, [text, { ...text, name: 'n', type }], binds).free
      expect(free("select * from {{n}} where a = '{{p}}' -- {{p}}", 'main."t"')).toEqual([])
      expect(free("select * from t where {{n}} = '{{p}}' order by {{n}}", 'lower(a)')).toEqual([])
      expect(free("select * from t where b > {{n}} and a = '{{p}}' limit {{n}}", '5.', 'number')).toEqual([])
      for (const [template, n] of [
        ["select @a :{{n}}= '{{p}}'", ''],
        ["select * from t where a {{n}}= '{{p}}'", '~'],
        ["select 1 as a {{n}} (x = '{{p}}')", 'from f'],
        ["select * from t where {{n}} (a = '{{p}}')", "query_to_xml('{{p}}') and a in (select 1 from f"],
        ["select 1 /* {{n}} */ from t where a = '{{p}}' {{n}}", "|| 'b'"],
      ] as const) {
        expect([template, free(template, n)]).toEqual([template, ['p']])
      }
      const hidden = free("select * from {{n}} where {{n}} = '{{p}}'", 'docs')
      expect(hidden).toEqual(type === 'sqlite' ? ['p'] : [])
    })
    it('is refused in a text that a scanner cannot parse reliably', () => {
      const marks = ['\u00a0', '\u2028', '\ufeff']
      for (const mark of marks) {
        expect(isSafeQuery(`select 1 where a${mark}and b = '{{p}}'`, {}, binds)).toBe(false)
      }
    })
  })
}
