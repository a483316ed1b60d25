import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findConnector } from '#connectors/registry.ts'
import { validateOptions } from '../config-form/validate-options.ts'
import { sourcePresets } from './source-presets.ts'

const help = readFileSync(new URL('../../../docs/help/data-sources.md', import.meta.url), 'utf8')

it.each(sourcePresets)('$name has options of its type, and is in the help', ({ name, type, options }) => {
  const connector = findConnector(type)
  if (connector === undefined) throw new Error(`no type ${type}`)
  const rest = { host: 'db', dbname: 'a', db: 'a' }
  const read = validateOptions(connector.config, { ...rest, ...options })
  expect(read).toMatchObject({ ok: true, options })
  expect(read.ok && connector.validate?.(read.options)).toBeNull()
  expect(help).toContain(name)
})

it('has one id, and one name, for each', () => {
  for (const key of ['id', 'name'] as const) {
    expect(new Set(sourcePresets.map((one) => one[key])).size).toBe(sourcePresets.length)
  }
})
