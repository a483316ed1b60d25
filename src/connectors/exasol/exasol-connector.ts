import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { exasolBinding } from './exasol-dialect.ts'
import { exasolConfig, readExasolOptions } from './exasol-options.ts'

/** Exasol over its WebSocket protocol (docs/reference/connectors.md#exasol). */
export const exasol: Connector = {
  type: 'exasol',
  name: 'Exasol',
  syntax: 'sql',
  // names without quotes become capitals: only quoted ones are always right
  sqlStyle: { dialect: 'standard', formatter: 'sql', quote: '"', folds_case: true },
  config: exasolConfig,
  autoLimit: null,
  binds: exasolBinding,
  annotates: true,
  isolation: 'worker',
  tunnels: true,
  validate(options) {
    const read = readExasolOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host, signal) {
    const { openExasol } = await import('./exasol-session.ts')
    return await openExasol(readExasolOptions(options, host.tunnel), signal)
  },
}
