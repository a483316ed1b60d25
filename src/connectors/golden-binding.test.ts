import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readStoredParameters } from '#shared/parameters/detect-parameters.ts'
import { bindText } from '#shared/sql/bind-text.ts'
import { type BindRules, sentStatement, valuesWithin } from '#shared/sql/bound-value.ts'
import { isSafeQuery } from '#shared/sql/is-safe.ts'
import { splitStatements } from '#shared/sql/split-statements.ts'
import { connectors } from './registry.ts'

/** The expected binding of a template. A wrong file here is a security hole: review each change. */
interface GoldenCase {
  template: string
  parameters: Record<string, unknown>[]
  values: Record<string, unknown>
  is_safe: boolean
  /** the complete text, which is hashed, stored and shown */
  text: string
  /** what is sent to the database, per statement; `written`: literals that the session writes itself */
  sent: { text: string; values?: string[]; written?: { start: number; value: string }[] }[]
  free: string[]
  invalid: string[]
}

const folder = new URL('./golden-binding/', import.meta.url)

for (const connector of connectors) {
  const rules = connector.binds
  // a type with the rules of an earlier one (Query Results and DuckDB) needs no cases of its own
  if (rules === null || connector !== connectors.find(({ binds }) => binds?.safe === rules.safe)) continue
  describe(`binding for ${connector.type}`, () => {
    // types with the same rules share their cases
    const type = connectors.find(({ binds }) => binds === rules)?.type
    const files = readdirSync(new URL(`${type}/`, folder))
    it('has test cases', () => {
      expect(files.length).toBeGreaterThanOrEqual(25)
    })
    it.each(files)('%s', (file) => {
      const golden: GoldenCase = JSON.parse(readFileSync(new URL(`${type}/${file}`, folder), 'utf8'))
      expect(bind(golden, rules)).toEqual({
        is_safe: golden.is_safe,
        text: golden.text,
        sent: golden.sent,
        free: golden.free,
        invalid: golden.invalid,
      })
    })
  })
}

function bind({ template, parameters, values }: GoldenCase, rules: BindRules) {
  const definitions = readStoredParameters({ parameters })
  const bound = bindText(template, values, definitions, rules)
  const sent = splitStatements(bound.text, rules.dialect).map((statement) => {
    const own = valuesWithin(bound.values, statement)
    if (rules.placeholders === 'literal') {
      return { text: statement.text, written: own.map(({ start, value }) => ({ start, value })) }
    }
    const taken = sentStatement(statement.text, own, rules)
    return { text: taken?.text ?? statement.text, values: taken?.values.map(({ value }) => value) ?? [] }
  })
  return {
    is_safe: isSafeQuery(template, { parameters }, rules),
    text: bound.text,
    sent,
    free: bound.free,
    invalid: bound.invalid,
  }
}
