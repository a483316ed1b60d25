import type { Connector } from '../connector.ts'
import { openDocumentReader } from '../engine-process.ts'

/** CSV files behind URLs, described in YAML, streamed (docs/reference/connectors.md#csv), read in a restricted process. */
export const csv: Connector = {
  type: 'csv',
  name: 'CSV',
  syntax: 'yaml',
  config: { type: 'object', properties: {} },
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'own-process',
  async open(_options, host) {
    const session = openDocumentReader({
      child: new URL('./csv-child.ts', import.meta.url),
      packages: ['csv-parse', 'yaml'],
      host,
      requestFor: ({ request }) => request,
    })
    return {
      ...session,
      // every query names its own address: there is nothing to test before
      ping: async () => {},
      tables: async () => null,
    }
  },
}
