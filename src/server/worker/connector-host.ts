import type { BackendReference, ConnectorHost } from '#connectors/connector.ts'
import { createOutboundFetch } from '../kernel/net/outbound-guard.ts'
import type { WorkerContext } from '../runs/jobs/worker-context.ts'

/** What the worker lends to a connector for one session. */
export function connectorHost(
  { config }: Pick<WorkerContext, 'config'>,
  reportBackend: (backend: BackendReference) => void,
): ConnectorHost {
  return {
    fileFolders: config.fileFolders,
    fetch: createOutboundFetch(config),
    reportBackend,
    engineMemoryMb: config.engineMemoryMb,
  }
}
