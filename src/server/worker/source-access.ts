import type {
  BackendReference,
  Connector,
  ConnectorHost,
  ConnectorOptions,
  Session,
} from '#connectors/connector.ts'
import { type Config, createOutboundFetch, createServerFetch } from '#server/kernel/index.ts'
import { createSshTunnels } from './ssh/ssh-tunnels.ts'

/** How this process reaches data sources: with the tunnels that their sessions share. */
export interface SourceAccess {
  open(connector: Connector, options: ConnectorOptions, use: SourceUse): Promise<Session>
  /** does nothing if the type has no way to end an orphan */
  killOrphan(connector: Connector, options: ConnectorOptions, backend: BackendReference): Promise<void>
  close(): void
}

interface SourceUse {
  signal: AbortSignal
  /** stores which database session does the work */
  reportBackend?(backend: BackendReference): void
  actingUser?: ConnectorHost['actingUser']
}

export function createSourceAccess(config: Config): SourceAccess {
  const tunnels = createSshTunnels()
  const fetch = createOutboundFetch(config)
  // shared by all sessions of the process, as it keeps connections open
  const fetchServer = createServerFetch(config)
  const hostFor = (
    connector: Connector,
    options: ConnectorOptions,
    reportBackend: ConnectorHost['reportBackend'],
  ): ConnectorHost => {
    const tunnel = connector.tunnels ? tunnels.of(options) : undefined
    return {
      fileFolders: config.fileFolders,
      fetch,
      fetchServer:
        tunnel === undefined ? fetchServer : createServerFetch({ version: config.version, tunnel }),
      reportBackend,
      engineMemoryMb: config.engineMemoryMb,
      tunnel,
    }
  }
  return {
    async open(connector, options, { signal, reportBackend = () => {}, actingUser }) {
      const host = { ...hostFor(connector, options, reportBackend), ...(actingUser && { actingUser }) }
      return await connector.open(options, host, signal)
    },
    async killOrphan(connector, options, backend) {
      await connector.killOrphan?.(
        options,
        hostFor(connector, options, () => {}),
        backend,
      )
    },
    close: () => tunnels.close(),
  }
}
