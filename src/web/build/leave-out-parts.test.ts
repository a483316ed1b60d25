import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { leaveOutParts, unusedParts } from './leave-out-parts.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const components = `${root}node_modules/@mantine/core/esm/components`
const sources = globSync(`${root}src/{web,visualizations}/**/*.tsx`).map((path) => readFileSync(path, 'utf8'))
const parts = Object.entries(unusedParts).flatMap(([owner, names]) =>
  names.map((name) => [owner, name] as const),
)

describe.each(parts)('%s.%s', (owner, name) => {
  it('is a part of the component, and omitted where the component imports it', () => {
    const { resolveId, load } = leaveOutParts()
    const path = `${components}/${owner}/${owner}.mjs`
    const imported = new RegExp(`from "(\\./[^"]*/${owner}${name}\\.mjs)"`).exec(
      readFileSync(path, 'utf8'),
    )?.[1]
    expect(existsSync(`${components}/${owner}/${imported}`)).toBe(true)
    expect(load(resolveId(imported ?? '', path) ?? '')).toBe(`export const ${owner}${name} = undefined`)
    expect(resolveId(imported ?? '', `${components}/Elsewhere/Elsewhere.mjs`)).toBeNull()
  })

  it('is not used by any page', () => {
    const use = new RegExp(`\\b${owner}\\.${name}\\b|\\b${owner}${name}\\b`)
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter((source) => use.test(source))).toEqual([])
  })
})
