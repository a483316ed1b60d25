import { join } from 'node:path'
import type { BackendReference, ConnectorHost, QueryLender } from '#connectors/connector.ts'
import { createOutboundFetch } from '#server/kernel/index.ts'
import type { WorkerContext } from '#server/runs/index.ts'

/** The services that the worker provides to a connector for one session. */
export function connectorHost(
  { config }: Pick<WorkerContext, 'config'>,
  reportBackend: (backend: BackendReference) => void,
  queries?: QueryLender,
): ConnectorHost {
  return {
    fileFolders: config.fileFolders,
    fetch: createOutboundFetch(config),
    reportBackend,
    engineMemoryMb: config.engineMemoryMb,
    ...(queries === undefined ? {} : { queries }),
    spill: { folder: join(config.dataDir, 'spill'), megabytes: config.engineSpillMb },
  }
}
