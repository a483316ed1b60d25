import { isPhrase } from '#shared/messages/phrase.ts'
import type { Connector } from '../connector.ts'
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
  isolation: 'worker',
  validate(options) {
    const read = readMongodbOptions(options)
    return isPhrase(read) ? read : null
  },
  async open(options, host, signal) {
    const { openMongodb } = await import('./mongodb-session.ts')
    return openMongodb(options, host, signal)
  },
  async killOrphan(options, _host, backend) {
    const { killMongodbOrphan } = await import('./mongodb-session.ts')
    await killMongodbOrphan(options, backend)
  },
}
