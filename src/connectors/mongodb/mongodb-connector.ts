import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
import { inDriverProcess } from '../driver-process.ts'
import { mongodbConfig, readMongodbOptions } from './mongodb-options.ts'

/** MongoDB (docs/reference/connectors.md#mongodb). */
export const mongodb: Connector = {
  type: 'mongodb',
  name: 'MongoDB',
  syntax: 'json',
  sqlStyle: null,
  config: mongodbConfig,
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'own-process',
  validate(options) {
    const read = readMongodbOptions(options)
    return isPhrase(read) ? read : null
  },
  ...inDriverProcess(new URL('./mongodb-child.ts', import.meta.url)),
}
