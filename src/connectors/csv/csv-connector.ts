import type { Connector } from '../connector.ts'
import { openDocumentReader } from '../engine-process.ts'

/** CSV files behind URLs, described in YAML, streamed (docs/reference/connectors.md#csv), read in a restricted process. */
export const csv: Connector = {
  type: 'csv',
  name: 'CSV',
  syntax: 'yaml',
  sqlStyle: null,
  config: { type: 'object', properties: {} },
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'own-process',
  speaksHttp: true,
  async open(_options, host) {
    const session = openDocumentReader({
      child: new URL('./csv-child.ts', import.meta.url),
      packages: ['csv-parse', 'yaml'],
      host,
      requestFor: ({ request }) => request,
    })
    return {
      ...session,
      // every query names its own address, so there is nothing to test
      ping: async () => {},
      tables: async () => null,
    }
  },
}
