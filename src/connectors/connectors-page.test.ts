import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { connectorProofs } from './connector-proofs.ts'
import { connectorsPage } from './connectors-page.ts'
import { connectors } from './registry.ts'

describe('docs/connectors.md', () => {
  it('is as node test/house-rules/print-connectors.ts writes it', () => {
    const page = readFileSync(new URL('../../docs/connectors.md', import.meta.url), 'utf8')
    expect(page).toBe(connectorsPage())
  })

  it('has an entry for every type and for no other', () => {
    expect(Object.keys(connectorProofs).sort()).toEqual(connectors.map(({ type }) => type).sort())
  })

  it.each(Object.entries(connectorProofs))(
    'names a kind of proof and the tests of %s',
    (type, { proof, tests }) => {
      expect(proof.length).toBeGreaterThan(0)
      for (const one of proof) {
        expect(one).toMatch(
          /^(real server|real engine|real documents|compatible server|protocol double|package double)\b/,
        )
      }
      const file = new URL(tests, import.meta.url)
      expect([type, existsSync(file)]).toEqual([type, true])
    },
  )
})
