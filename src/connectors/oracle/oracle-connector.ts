import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { inDriverProcess } from '../driver-process.ts'
import { oracleBinding, oracleDialect } from './oracle-dialect.ts'
import { oracleConfig, readOracleOptions } from './oracle-options.ts'

/**
 * Oracle Database (docs/reference/connectors.md#oracle). Nothing ends queries of workers that died: that takes a
 * privilege that few accounts have, and the server ends a session whose connection is closed.
 */
export const oracle: Connector = {
  type: 'oracle',
  name: 'Oracle',
  syntax: 'sql',
  // names without quotes become capitals: only quoted ones are always right
  sqlStyle: { dialect: 'oracle', formatter: 'plsql', quote: '"', folds_case: true },
  config: oracleConfig,
  autoLimit: oracleDialect,
  binds: oracleBinding,
  annotates: false,
  isolation: 'own-process',
  tunnels: true,
  validate(options) {
    const read = readOracleOptions(options)
    return isPhrase(read) ? read : null
  },
  open: inDriverProcess(new URL('./oracle-child.ts', import.meta.url)).open,
}
