import { join } from 'node:path'
import type {
  BackendReference,
  Connector,
  ConnectorHost,
  ConnectorOptions,
  FileLender,
  QueryLender,
  Session,
} from '#connectors/connector.ts'
import { ConnectionFailed } from '#connectors/connector-errors.ts'
import { optionsSchema } from '#connectors/options-schema.ts'
import type { Config } from '#server/kernel/index.ts'
import { resolveReferences } from '#shared/config-form/secret-reference.ts'
import { createKeptSessions } from './kept-sessions.ts'
import { readSecret } from './read-secret.ts'
import { resumedSession } from './resumed-session.ts'
import { createSourceHttp } from './source-http.ts'
import { createSshTunnels } from './ssh/ssh-tunnels.ts'

/** How this process reaches data sources: with the sessions that are kept for the next run, and the tunnels that they share. */
export interface SourceAccess {
  open(connector: Connector, options: ConnectorOptions, use: SourceUse): Promise<Session>
  /** does nothing if the type has no way to end an orphan */
  killOrphan(connector: Connector, options: ConnectorOptions, backend: BackendReference): Promise<void>
  close(): Promise<void>
}

interface SourceUse {
  signal: AbortSignal
  /** for a connection test: never a kept session */
  isFresh?: boolean
  maxSeconds?: number
  /** the job of an earlier worker, for a type that can continue it */
  backend?: BackendReference | null
  /** stores which database session does the work */
  reportBackend?(backend: BackendReference): void
  actingUser?: ConnectorHost['actingUser']
  isScheduled?: boolean
  /** what a text of Query Results reads */
  queries?: QueryLender | undefined
  /** the tables that were uploaded to the data source */
  files?: FileLender
}

export function createSourceAccess(config: Config): SourceAccess {
  const tunnels = createSshTunnels()
  const sessions = createKeptSessions()
  const httpOf = createSourceHttp(config)
  const hostFor = (
    connector: Connector,
    options: ConnectorOptions,
    reportBackend: ConnectorHost['reportBackend'],
    queries?: QueryLender,
  ): ConnectorHost => {
    const tunnel = connector.tunnels ? tunnels.of(options) : undefined
    return {
      fileFolders: config.fileFolders,
      machineCredentials: config.machineCredentials,
      driversFolder: config.driversFolder,
      ...httpOf(connector, options, tunnel),
      reportBackend,
      engineMemoryMb: config.engineMemoryMb,
      ...(queries && { queries }),
      spill: { folder: join(config.dataDir, 'spill'), megabytes: config.engineSpillMb },
      tunnel,
    }
  }
  const resolved = (connector: Connector, stored: ConnectorOptions) =>
    resolveReferences(
      optionsSchema(connector),
      stored,
      (reference) => readSecret(reference, config.secretsFolder),
      (message) => new ConnectionFailed(message),
    )
  return {
    async open(connector, stored, use) {
      const { signal, reportBackend = () => {}, isFresh = false, maxSeconds, backend = null } = use
      const { actingUser, isScheduled = false, queries, files } = use
      const options = await resolved(connector, stored)
      const lend = (report: ConnectorHost['reportBackend']): ConnectorHost => ({
        ...hostFor(connector, options, report, queries),
        maxSeconds,
        isScheduled,
        ...(actingUser && { actingUser }),
        ...(files && { files }),
      })
      const open = (report: ConnectorHost['reportBackend']) => connector.open(options, lend(report), signal)
      if (connector.resume !== undefined && !isFresh) {
        const host = lend(reportBackend)
        return resumedSession({ connector, options, host, backend, open: () => open(reportBackend) })
      }
      if (isFresh) return await open(reportBackend)
      // everything that the session depends on; no connector that uses the acting user, the schedule, queries or files has sessions to keep
      const key = JSON.stringify([connector.type, options, maxSeconds])
      return await sessions.take(key, { signal, report: reportBackend }, open)
    },
    async killOrphan(connector, stored, backend) {
      const options = await resolved(connector, stored)
      await connector.killOrphan?.(
        options,
        hostFor(connector, options, () => {}),
        backend,
      )
    },
    async close() {
      await sessions.close()
      tunnels.close()
    },
  }
}
