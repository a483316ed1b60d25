import { writeFileSync } from 'node:fs'
import { connectorsPage } from '#connectors/connectors-page.ts'

// node test/house-rules/print-connectors.ts: writes docs/connectors.md
writeFileSync(new URL('../../docs/connectors.md', import.meta.url), connectorsPage())
