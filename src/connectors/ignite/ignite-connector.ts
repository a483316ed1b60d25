import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { igniteBinding, igniteDialect } from './ignite-dialect.ts'
import { igniteConfig, readIgniteOptions } from './ignite-options.ts'

/** Apache Ignite and GridGain over the protocol of their thin clients (docs/reference/connectors.md#ignite). */
export const ignite: Connector = {
  type: 'ignite',
  name: 'Apache Ignite',
  syntax: 'sql',
  sqlStyle: { dialect: 'standard', formatter: 'sql', quote: '"', folds_case: false },
  config: igniteConfig,
  autoLimit: igniteDialect,
  binds: igniteBinding,
  annotates: false,
  isolation: 'worker',
  tunnels: true,
  validate(options) {
    const read = readIgniteOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host, signal) {
    const { openIgnite } = await import('./ignite-session.ts')
    return await openIgnite(options, host, signal)
  },
}
