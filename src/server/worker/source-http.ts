import type { Connector, ConnectorHost, ConnectorOptions, Tunnel } from '#connectors/connector.ts'
import { ConnectionFailed } from '#connectors/connector-errors.ts'
import {
  type Config,
  createOutboundFetch,
  createServerFetch,
  type ServerFetch,
} from '#server/kernel/index.ts'
import { readHttpProxy, tunnelAndProxy } from '#shared/config-form/http-proxy.ts'
import { isPhrase } from '#shared/messages/phrase.ts'

type SourceHttp = Pick<ConnectorHost, 'fetch' | 'fetchServer'>

/** Proxies whose connections are kept; those of forgotten ones end when they are idle. */
const maxProxies = 100

/**
 * How data sources of this process send HTTP: directly, through their SSH tunnel or through their proxy. Sessions that go
 * the same way share the connections that are kept open. Throws ConnectionFailed for options that name no way.
 */
export function createSourceHttp(
  config: Config,
): (connector: Connector, options: ConnectorOptions, tunnel: Tunnel | undefined) => SourceHttp {
  const fetch = createOutboundFetch(config)
  const direct: SourceHttp = { fetch, fetchServer: createServerFetch(config) }
  const throughTunnels = new WeakMap<Tunnel, ServerFetch>()
  const throughProxies = new Map<string, SourceHttp>()
  return (connector, options, tunnel) => {
    const proxy = connector.speaksHttp ? readHttpProxy(options) : null
    if (isPhrase(proxy)) throw new ConnectionFailed(String(proxy))
    if (proxy !== null) {
      if (tunnel !== undefined) throw new ConnectionFailed(String(tunnelAndProxy))
      const key = JSON.stringify(proxy)
      let known = throughProxies.get(key)
      if (known === undefined) {
        known = {
          fetch: createOutboundFetch({ ...config, proxy }),
          fetchServer: createServerFetch({ version: config.version, proxy }),
        }
        const [oldest] = throughProxies.keys()
        if (throughProxies.size >= maxProxies && oldest !== undefined) throughProxies.delete(oldest)
        throughProxies.set(key, known)
      }
      return known
    }
    if (tunnel === undefined) return direct
    let fetchServer = throughTunnels.get(tunnel)
    if (fetchServer === undefined) {
      fetchServer = createServerFetch({ version: config.version, tunnel })
      throughTunnels.set(tunnel, fetchServer)
    }
    return { fetch, fetchServer }
  }
}
