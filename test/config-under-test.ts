import type { Config } from '#server/config/config.ts'

/** Settings of a test instance: closed, no surprises from the environment. */
export function configUnderTest(changes: Partial<Config> = {}): Config {
  return {
    version: '0.0.0-test',
    port: 0,
    host: '127.0.0.1',
    dataDir: '/nonexistent/sextant-test',
    databaseUrl: null,
    secretKey: null,
    publicUrl: null,
    logLevel: 'silent',
    workers: 0,
    workerConcurrency: 2,
    trustedProxies: 0,
    maxRows: 1_000_000,
    maxBytes: 1_000_000_000,
    maxSeconds: 60,
    maxRuns: 6,
    engineMemoryMb: 256,
    fileFolders: [],
    allowedPrivateHosts: [],
    loginsPerHour: 50,
    sessionSeconds: 6 * 3600,
    rememberSeconds: 31 * 86_400,
    resultCleanupDays: 7,
    resultCleanupCount: 100,
    schemaRefreshMinutes: 30,
    queryRefreshIntervals: [60, 3600, 86_400],
    dashboardRefreshIntervals: [60, 3600],
    pageSize: 20,
    pageSizeOptions: [5, 10, 20, 50, 100],
    tableCellMaxJsonSize: 50_000,
    autoPublishNamedQueries: true,
    stopGraceSeconds: 1,
    ...changes,
  }
}
