import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { verticaBinding, verticaDialect } from './vertica-dialect.ts'
import { readVerticaOptions, verticaConfig } from './vertica-options.ts'

/** Vertica over its own protocol (docs/reference/connectors.md#vertica). */
export const vertica: Connector = {
  type: 'vertica',
  name: 'Vertica',
  syntax: 'sql',
  sqlStyle: { dialect: 'postgresql', formatter: 'postgresql', quote: '"', folds_case: false },
  config: verticaConfig,
  autoLimit: verticaDialect,
  binds: verticaBinding,
  annotates: true,
  isolation: 'worker',
  tunnels: true,
  validate(options) {
    const read = readVerticaOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host, signal) {
    const { openVertica } = await import('./vertica-session.ts')
    return await openVertica(readVerticaOptions(options), host, signal)
  },
  async killOrphan(options, host, backend) {
    const { killVerticaOrphan } = await import('./vertica-session.ts')
    await killVerticaOrphan(readVerticaOptions(options), host, backend)
  },
}
