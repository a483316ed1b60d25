import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, it } from 'vitest'
import type { ApiDocument } from '#server/pages/api-docs/api-document.ts'
import { renderApiDocs } from '#server/pages/api-docs/render-api-docs.ts'
import { openapiDocument } from './openapi-document.ts'

let document: Record<string, unknown>
beforeAll(async () => {
  document = await openapiDocument()
})

/** The file is generated: `npx vitest run --project unit test/house-rules/openapi.test.ts -u` writes it. */
it('openapi.json is what the declarations say', async () => {
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(
    '../../src/server/pages/api-docs/openapi.json',
  )
})

it('a public validator accepts it as OpenAPI 3.1, with every reference', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  const text = JSON.stringify(document)
  const { schemas } = document['components'] as { schemas: Record<string, unknown> }
  const referred = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name ?? '')
  expect(referred.length).toBeGreaterThan(100)
  expect([...new Set(referred)].filter((name) => schemas[name] === undefined)).toEqual([])
})

it('the validator refuses a document with a wrong part', async () => {
  const wrong = structuredClone(document) as { paths: Record<string, unknown> }
  wrong.paths['/api/wrong'] = { get: { responses: 'none' } }
  expect((await new Validator().validate(wrong)).valid).toBe(false)
})

it('the page lists every operation and shape, and no link of it is dead', () => {
  const html = renderApiDocs(document as unknown as ApiDocument)
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(links.filter((id) => !ids.includes(id))).toEqual([])
  const { paths } = document as unknown as ApiDocument
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(operations.length).toBeGreaterThan(150)
  expect(operations.filter(({ operationId }) => !ids.includes(operationId))).toEqual([])
})
