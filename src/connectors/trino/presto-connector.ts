import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { trinoBinding } from './trino-dialect.ts'
import { prestoConfig, readPrestoOptions } from './trino-options.ts'

/** Presto over its HTTP protocol (docs/reference/connectors.md#trino-and-presto). */
export const presto: Connector = {
  type: 'presto',
  name: 'Presto',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'trino', quote: '"', folds_case: true },
  config: prestoConfig,
  autoLimit: null,
  binds: trinoBinding,
  annotates: true,
  isolation: 'worker',
  speaksHttp: true,
  tunnels: true,
  estimates: true,
  validate(options) {
    const read = readPrestoOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host) {
    const { openTrino } = await import('./trino-session.ts')
    return openTrino(readPrestoOptions(options), host)
  },
  async resume(options, host, backend, sink, signal) {
    const { resumeTrino } = await import('./trino-session.ts')
    return await resumeTrino(readPrestoOptions(options), host, backend, sink, signal)
  },
  async killOrphan(options, host, backend) {
    const { killTrinoOrphan } = await import('./trino-session.ts')
    await killTrinoOrphan(readPrestoOptions(options), host, backend)
  },
}
