import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Cruise, cruise, minShareRead } from '#test/runner/import-rules.ts'

interface Rule {
  name: string
  severity: string
  from: { path?: string }
}
const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as { forbidden: Rule[] }

describe('import rules', () => {
  let found: Cruise
  beforeAll(async () => {
    found = await cruise()
  }, 180_000)

  it('are kept', () => {
    expect(found.violations).toEqual([])
  })

  it('are applied to nearly every source file', () => {
    expect(found.modules.length).toBeGreaterThan(found.sources.length * minShareRead)
  })

  it('are errors, and each matches existing files', () => {
    for (const rule of forbidden) {
      expect(rule.severity, rule.name).toBe('error')
      const pattern = new RegExp(rule.from.path ?? '')
      expect(
        found.modules.some((path) => pattern.test(path)),
        rule.name,
      ).toBe(true)
    }
  })
})
