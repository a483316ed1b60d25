import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { withHttpProxy } from '#shared/config-form/http-proxy.ts'
import { withSshTunnel } from '#shared/config-form/ssh-tunnel.ts'
import type { Connector } from './connector.ts'

/** All options that may be stored for a data source of this type. */
export function optionsSchema({
  config,
  tunnels,
  speaksHttp,
}: Pick<Connector, 'config' | 'tunnels' | 'speaksHttp'>): ConfigurationSchema {
  const reached = tunnels ? withSshTunnel(config) : config
  return speaksHttp ? withHttpProxy(reached) : reached
}
