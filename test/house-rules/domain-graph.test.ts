import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../runner/step.ts'

const page = 'docs/architecture.md'
const fence = '```domain-graph\n'

/** The domains of src/server, from the lowest layer up: each has a rule in .dependency-cruiser.cjs. */
function listDomains(): string[] {
  const require = createRequire(import.meta.url)
  const { forbidden } = require('../../.dependency-cruiser.cjs') as { forbidden: { name: string }[] }
  return forbidden.flatMap(({ name }) => /^layers-above-(.+)$/.exec(name)?.[1] ?? [])
}

/** `import … from`, `export … from`, `import '…'` and `import('…')`; imports of types count. */
const specifiers = /^(?:import|export)\b[^'"]*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm

/** The path in src/server that a module imports by this name; null: something else. */
function resolve(importer: string, specifier: string): string | null {
  if (specifier.startsWith('#server/')) return specifier.slice('#server/'.length)
  return specifier.startsWith('.') ? posix.join(posix.dirname(importer), specifier) : null
}

/** The domains that modules of `domain` import, without tests. */
function importsOf(domain: string, domains: readonly string[]): string[] {
  const found = new Set<string>()
  const names = readdirSync(join(projectRoot, 'src/server', domain), { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))) {
    const path = `${domain}/${name.replaceAll('\\', '/')}`
    const text = readFileSync(join(projectRoot, 'src/server', path), 'utf8')
    for (const [, named, called] of text.matchAll(specifiers)) {
      const target = resolve(path, named ?? called ?? '')?.split('/')[0]
      if (target !== undefined && target !== domain) found.add(target)
    }
  }
  return domains.filter((other) => found.has(other))
}

/** One line per domain: its name, and those it imports in the order of the layers. */
function drawGraph(domains: readonly string[]): string {
  const width = Math.max(...domains.map(({ length }) => length))
  return domains
    .map((domain) => {
      const imported = importsOf(domain, domains)
      return `${domain.padEnd(width)} -> ${imported.length === 0 ? '(nothing)' : imported.join(', ')}`
    })
    .join('\n')
}

describe('the graph of domains', () => {
  const domains = listDomains()

  it('has a line for each folder of src/server', () => {
    const entries = readdirSync(join(projectRoot, 'src/server'), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(folders.toSorted()).toEqual(domains.toSorted())
  })

  it(`is up to date in ${page}`, () => {
    const [, block = ''] = readFileSync(join(projectRoot, page), 'utf8').split(fence)
    const written = block.split('\n```')[0]
    const graph = drawGraph(domains)
    expect(written, `Paste this into the block of ${page}:\n\n${fence}${graph}\n\`\`\`\n`).toBe(graph)
  })
})
