import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { trinoBinding, trinoDialect } from './trino-dialect.ts'
import { readTrinoOptions, trinoConfig } from './trino-options.ts'

/** Trino over its HTTP protocol (docs/reference/connectors.md#trino-and-presto). */
export const trino: Connector = {
  type: 'trino',
  name: 'Trino',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'trino', quote: '"', folds_case: true },
  config: trinoConfig,
  autoLimit: trinoDialect,
  binds: trinoBinding,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  estimates: true,
  validate(options) {
    const read = readTrinoOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openTrino } = await import('./trino-session.ts')
    return openTrino(readTrinoOptions(options), host)
  },
  async resume(options, host, backend, sink, signal) {
    const { resumeTrino } = await import('./trino-session.ts')
    return await resumeTrino(readTrinoOptions(options), host, backend, sink, signal)
  },
  async killOrphan(options, host, backend) {
    const { killTrinoOrphan } = await import('./trino-session.ts')
    await killTrinoOrphan(readTrinoOptions(options), host, backend)
  },
}
