import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { couchbaseConfig, readCouchbaseOptions } from './couchbase-options.ts'

/** SQL++ (N1QL) of Couchbase's Query and Analytics services (docs/reference/connectors.md#couchbase). */
export const couchbase: Connector = {
  type: 'couchbase',
  name: 'Couchbase',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'n1ql', quote: '`', folds_case: false },
  config: couchbaseConfig,
  autoLimit: null,
  // both services read strings in double quotes too, and differ in what a backslash means
  binds: null,
  annotates: false,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  validate(options) {
    const read = readCouchbaseOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openCouchbase } = await import('./couchbase-session.ts')
    return openCouchbase(options, host)
  },
  async killOrphan(options, host, backend) {
    const { killCouchbaseOrphan } = await import('./couchbase-session.ts')
    await killCouchbaseOrphan(options, host, backend)
  },
}
