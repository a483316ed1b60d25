import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { withSshTunnel } from '#shared/config-form/ssh-tunnel.ts'
import type { Connector } from './connector.ts'

/** All options that may be stored for a data source of this type. */
export function optionsSchema({
  config,
  tunnels,
}: Pick<Connector, 'config' | 'tunnels'>): ConfigurationSchema {
  return tunnels ? withSshTunnel(config) : config
}
