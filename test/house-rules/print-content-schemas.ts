import { mkdirSync, writeFileSync } from 'node:fs'
import { fileSchemas } from '#server/content/client/file-schemas.ts'

// node test/house-rules/print-content-schemas.ts: writes docs/content-schemas
const folder = new URL('../../docs/content-schemas/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, schema] of Object.entries(fileSchemas()))
  writeFileSync(new URL(name, folder), `${JSON.stringify(schema, null, 2)}\n`)
