import type { BackendReference, ConnectorHost } from '#connectors/connector.ts'
import { createOutboundFetch, createServerFetch } from '#server/kernel/index.ts'
import type { WorkerContext } from '#server/runs/index.ts'

/** Shared by all sessions of the worker, as it keeps connections open. */
const serverFetches = new Map<string, ConnectorHost['fetchServer']>()

/** The services that the worker provides to a connector for one session. */
export function connectorHost(
  { config }: Pick<WorkerContext, 'config'>,
  reportBackend: (backend: BackendReference) => void,
): ConnectorHost {
  return {
    fileFolders: config.fileFolders,
    fetch: createOutboundFetch(config),
    fetchServer: serverFetchOf(config.version),
    reportBackend,
    engineMemoryMb: config.engineMemoryMb,
  }
}

function serverFetchOf(version: string): ConnectorHost['fetchServer'] {
  const known = serverFetches.get(version) ?? createServerFetch({ version })
  serverFetches.set(version, known)
  return known
}
