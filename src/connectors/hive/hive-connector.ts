import { isPhrase, type Phrase } from '#shared/messages/phrase.ts'
import type { Connector, ConnectorOptions } from '../connector.ts'
import { hiveBinding, hiveDialect } from './hive-dialect.ts'
import {
  type HiveOptions,
  hiveConfig,
  hiveHttpConfig,
  impalaConfig,
  readHiveHttpOptions,
  readHiveOptions,
  readImpalaOptions,
} from './hive-options.ts'

/** Hive and Spark over the Thrift protocol of HiveServer2 (docs/reference/connectors.md#hive-and-impala). */
export const hive: Connector = {
  type: 'hive',
  name: 'Hive',
  syntax: 'sql',
  sqlStyle: { dialect: 'hive', formatter: 'hive', quote: '`', folds_case: false },
  config: hiveConfig,
  autoLimit: hiveDialect,
  binds: hiveBinding,
  annotates: false,
  isolation: 'worker',
  tunnels: true,
  ...sessionsOf(readHiveOptions),
}

export const hiveHttp: Connector = {
  ...hive,
  type: 'hive_http',
  name: 'Hive (HTTP)',
  speaksHttp: true,
  config: hiveHttpConfig,
  ...sessionsOf(readHiveHttpOptions),
}

export const impala: Connector = {
  ...hive,
  type: 'impala',
  name: 'Impala',
  config: impalaConfig,
  annotates: true,
  ...sessionsOf(readImpalaOptions),
}

function sessionsOf(
  read: (options: ConnectorOptions) => HiveOptions | Phrase,
): Required<Pick<Connector, 'validate' | 'open' | 'killOrphan'>> {
  return {
    validate(options) {
      const found = read(options)
      return isPhrase(found) ? found : null
    },
    async open(options, host, signal) {
      const { openHive } = await import('./hive-session.ts')
      return openHive(read(options), host, signal)
    },
    async killOrphan(options, host, backend) {
      const { killHiveOrphan } = await import('./hive-session.ts')
      await killHiveOrphan(read(options), host, backend)
    },
  }
}
