import type {
  BackendReference,
  Connector,
  ConnectorHost,
  ConnectorOptions,
  Session,
} from '#connectors/connector.ts'
import { ConnectionFailed } from '#connectors/connector-errors.ts'
import { optionsSchema } from '#connectors/options-schema.ts'
import { type Config, createOutboundFetch, createServerFetch } from '#server/kernel/index.ts'
import { resolveReferences } from '#shared/config-form/secret-reference.ts'
import { readSecret } from './read-secret.ts'
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
  ): ConnectorHost => ({
    fileFolders: config.fileFolders,
    fetch,
    fetchServer,
    reportBackend,
    engineMemoryMb: config.engineMemoryMb,
    tunnel: connector.tunnels ? tunnels.of(options) : undefined,
  })
  const resolved = (connector: Connector, stored: ConnectorOptions) =>
    resolveReferences(
      optionsSchema(connector),
      stored,
      (reference) => readSecret(reference, config.secretsFolder),
      (message) => new ConnectionFailed(message),
    )
  return {
    async open(connector, stored, { signal, reportBackend = () => {} }) {
      const options = await resolved(connector, stored)
      return await connector.open(options, hostFor(connector, options, reportBackend), signal)
    },
    async killOrphan(connector, stored, backend) {
      const options = await resolved(connector, stored)
      await connector.killOrphan?.(
        options,
        hostFor(connector, options, () => {}),
        backend,
      )
    },
    close: () => tunnels.close(),
  }
}
