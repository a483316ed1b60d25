import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Entry {
  version?: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as { packages: Record<string, Entry> }

/** Where Node would find `name` for the package at `at`; undefined if nowhere. */
function find(at: string, name: string): Entry | undefined {
  for (let folder = at; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const entry = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]
    if (entry || folder === '') return entry
  }
}

describe('package-lock.json', () => {
  it('names every package of every platform, so that `npm ci` accepts it (else: node bin/complete-lock.mjs)', () => {
    const missing: string[] = []
    for (const [at, entry] of Object.entries(packages)) {
      for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
        if (!find(at, name)) missing.push(`${name} (for ${at || 'the project'})`)
      }
    }
    expect(missing).toEqual([])
  })

  it('fixes every version', () => {
    for (const [at, { version, link }] of Object.entries(packages)) {
      if (!link) expect(version, at).toMatch(/^\d+\.\d+\.\d+/)
    }
  })
})
