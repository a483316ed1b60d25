import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { supportedDialects } from 'sql-formatter'
import { describe, expect, it } from 'vitest'
import { connectors } from './registry.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const help = readFileSync(new URL('../../docs/help/data-sources.md', import.meta.url), 'utf8')
const subfolders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())

describe.each(connectors)('$type', ({ type, name, syntax, sqlStyle, autoLimit, binds }) => {
  it('has a logo in its folder', () => {
    expect(subfolders.filter((each) => existsSync(`${folder}/${each.name}/${type}.svg`))).toHaveLength(1)
  })

  it('has a section of the help page', () => {
    expect(help.split('\n')).toContain(`## ${name}`)
  })

  it('says how its SQL is written, if it is SQL', () => {
    expect(sqlStyle !== null).toBe(syntax === 'sql')
    // the other way round: some products read strings in ways that differ between releases, so no value can be bound
    if (syntax !== 'sql') expect([autoLimit, binds]).toEqual([null, null])
    if (sqlStyle !== null) expect(supportedDialects).toContain(sqlStyle.formatter)
  })
})

it('names each type once', () => {
  expect(new Set(connectors.map(({ type }) => type)).size).toBe(connectors.length)
})
