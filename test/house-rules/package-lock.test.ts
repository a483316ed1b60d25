import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Entry {
  version?: string
  link?: boolean
  dev?: boolean
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as { packages: Record<string, Entry> }

const permissive: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'Unlicense', 'Zlib', 'Python-2.0', 'PSF-2.0'],
])

/** Packages whose `package.json` names no license in the usual field: read in their license files. */
const licensesInTheirFiles: readonly [RegExp, string][] = [
  [/^@duckdb\/node-bindings-/, 'MIT'],
  [/^(ssh2|buildcheck|cpu-features)$/, 'MIT'],
]

/** An expression of SPDX: one of an `OR`, each of an `AND`. */
function isPermissive(expression: string): boolean {
  const plain = expression.replace(/[()]/g, '')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((each) => permissive.has(each)))
}

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

  it('brings users only packages under permissive licenses', () => {
    const others: string[] = []
    for (const [at, { dev, link, license }] of Object.entries(packages)) {
      if (at === '' || dev || link) continue
      const name = at.replace(/^.*node_modules\//, '')
      const given = license ?? licensesInTheirFiles.find(([names]) => names.test(name))?.[1] ?? 'unknown'
      if (!isPermissive(given)) others.push(`${name}: ${given}`)
    }
    expect(others).toEqual([])
    expect([isPermissive('GPL-3.0'), isPermissive('(MIT AND GPL-3.0)'), isPermissive('unknown')]).toEqual([
      ...[false, false, false],
    ])
  })

  it('fixes every version', () => {
    for (const [at, { version, link }] of Object.entries(packages)) {
      if (!link) expect(version, at).toMatch(/^\d+\.\d+\.\d+/)
    }
  })
})
