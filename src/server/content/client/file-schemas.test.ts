import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fileSchemas } from './file-schemas.ts'

const folder = new URL('../../../../docs/content-schemas/', import.meta.url)

it('docs/content-schemas is current: node test/house-rules/print-content-schemas.ts', () => {
  const stored = readdirSync(folder).map((name) => [
    name,
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
  ])
  expect(Object.fromEntries(stored)).toEqual(fileSchemas())
})

it('requires what files must say, and nothing else', () => {
  const { query, group, snippet } = Object.fromEntries(
    Object.entries(fileSchemas()).map(([name, schema]) => [name.split('.')[0], schema]),
  )
  expect(query?.['required']).toEqual(['id', 'name', 'data_source', 'text'])
  expect(group?.['required']).toEqual(['name'])
  expect(snippet?.['required']).toEqual(['id', 'trigger', 'snippet'])
})
