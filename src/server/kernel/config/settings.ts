import { join, resolve } from 'node:path'
import { accessSettings } from './access-settings.ts'
import { directorySettings } from './directory-settings.ts'
import { diskSettings } from './disk-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { pageSettings } from './page-settings.ts'
import { day, hour, type Settings } from './setting.ts'
import * as kind from './setting-kinds.ts'
import { signInSettings } from './sign-in-settings.ts'

/** Every setting, in the order of docs/settings.md. `dataDir` comes before those whose default lies in it. */
export const settings: Settings = {
  port: {
    env: 'PORT',
    kind: kind.integer(1, 65535),
    default: 5030,
    about: 'Port on which the web process listens.',
  },
  host: {
    env: 'HOST',
    kind: kind.hostName,
    default: '127.0.0.1',
    about: 'Address on which the web process listens; 0.0.0.0 for every network of the machine.',
  },
  publicUrl: {
    env: 'SEXTANT_URL',
    kind: kind.url(['http', 'https'], 'https://sextant.example.com'),
    default: null,
    defaultText: 'taken from each request',
    about:
      'Public address under which browsers reach Sextant; links and secure cookies follow it. Links in mails begin with nothing else: without it new passwords, invitations and addresses to verify are never mailed.',
  },
  dataDir: {
    env: 'SEXTANT_DATA_DIR',
    kind: kind.text,
    default: resolve('data'),
    defaultText: './data',
    about: 'Folder of everything Sextant keeps: the embedded PostgreSQL, the secret key, uploaded files.',
    complete: (value) => resolve(value),
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    kind: kind.url(['postgres', 'postgresql'], 'postgres://user:password@host:5432/sextant'),
    default: null,
    defaultText: 'the embedded PostgreSQL in the data folder',
    about: 'PostgreSQL database for what Sextant itself stores; needed by the roles web, worker and migrate.',
    secret: true,
  },
  secretKey: {
    env: 'SEXTANT_SECRET_KEY',
    kind: kind.secretKey,
    default: null,
    defaultText: 'generated into the file secret-key of the data folder',
    about: 'Key from which those for stored credentials and cookies are derived; the same for all processes.',
    secret: true,
  },
  logLevel: {
    env: 'SEXTANT_LOG_LEVEL',
    kind: kind.oneOf('debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
    about: 'Least important level of messages that are logged.',
  },
  workers: {
    env: 'SEXTANT_WORKERS',
    kind: kind.integer(0, 64),
    default: 1,
    about: 'Worker processes that `start` runs beside the web process; 0 when workers run elsewhere.',
  },
  workerConcurrency: {
    env: 'SEXTANT_WORKER_CONCURRENCY',
    kind: kind.integer(1, 100),
    default: 8,
    about: 'Runs at once in each worker process.',
  },
  stopGraceSeconds: {
    env: 'SEXTANT_STOP_GRACE_SECONDS',
    kind: kind.integer(0, 3600, 'seconds'),
    default: 8,
    about: 'Time that running requests and queries get to finish when Sextant is told to stop.',
  },
  trustedProxies: {
    env: 'SEXTANT_TRUSTED_PROXIES',
    kind: kind.integer(0, 10),
    default: 0,
    about: 'Number of reverse proxies in front of Sextant whose X-Forwarded headers are believed.',
  },
  maxRows: {
    env: 'SEXTANT_MAX_ROWS',
    kind: kind.integer(1, 1_000_000_000, 'rows'),
    default: 10_000_000,
    about: 'Rows after which a result is cut off, where the data source sets no limit of its own.',
  },
  maxBytes: {
    env: 'SEXTANT_MAX_BYTES',
    kind: kind.bytes(1000, 1e12),
    default: 4_000_000_000,
    about: 'Size (as JSON) at which a result is cut off, where the data source sets no limit of its own.',
  },
  maxSeconds: {
    env: 'SEXTANT_MAX_SECONDS',
    kind: kind.integer(1, 30 * day, 'seconds'),
    default: hour,
    about: 'Time after which a run is ended, where the data source sets no limit of its own.',
  },
  maxRuns: {
    env: 'SEXTANT_MAX_RUNS',
    kind: kind.integer(1, 1000),
    default: 6,
    about: 'Runs at once on one data source, where it sets no limit of its own; others wait in the queue.',
  },
  engineMemoryMb: {
    env: 'SEXTANT_ENGINE_MEMORY_MB',
    kind: kind.integer(64, 1_000_000, 'megabytes'),
    default: 512,
    about:
      'Memory that the process of one SQLite, DuckDB, CSV or JSON run may take (and 256 MB for the process itself). One that needs more is ended alone.',
  },
  fileFolders: {
    env: 'SEXTANT_FILE_FOLDERS',
    kind: kind.textList,
    default: ({ dataDir }) => [join(dataDir, 'files')],
    defaultText: '{SEXTANT_DATA_DIR}/files',
    about: 'Folders, separated by commas, in which the files of SQLite and DuckDB data sources may lie.',
    complete: (folders) => folders.map((folder) => resolve(folder)),
  },
  localesFolder: {
    env: 'SEXTANT_LOCALES',
    kind: kind.text,
    default: ({ dataDir }) => join(dataDir, 'locales'),
    defaultText: '{SEXTANT_DATA_DIR}/locales',
    about: 'Folder of the texts in other languages (docs/translations.md); English needs none.',
    complete: (value) => resolve(value),
  },
  ...accessSettings,
  ...signInSettings,
  ...directorySettings,
  resultReuseSeconds: {
    env: 'SEXTANT_RESULT_REUSE_SECONDS',
    kind: kind.integer(0, 3660 * day, 'seconds'),
    default: 0,
    defaultText: '0: of any age',
    about: 'Age up to which a stored result answers a run that names no age of its own.',
  },
  resultCleanupDays: {
    env: 'SEXTANT_RESULT_CLEANUP_DAYS',
    kind: kind.integer(1, 36_600, 'days'),
    default: 7,
    about: 'Age after which a stored result that no query points at is removed.',
  },
  resultCleanupCount: {
    env: 'SEXTANT_RESULT_CLEANUP_COUNT',
    kind: kind.integer(1, 1_000_000),
    default: 100,
    about: 'Results that one clean-up removes at most.',
  },
  ...diskSettings,
  eventsRetentionDays: {
    env: 'SEXTANT_EVENTS_RETENTION_DAYS',
    kind: kind.integer(1, 36_600, 'days'),
    default: 365,
    about: 'Age after which an entry of the audit log is removed.',
  },
  schemaRefreshMinutes: {
    env: 'SEXTANT_SCHEMA_REFRESH_MINUTES',
    kind: kind.integer(1, 527_040, 'minutes'),
    default: 30,
    about: 'Time between two refreshes of the stored schema of a data source.',
  },
  refreshesQueries: {
    env: 'SEXTANT_REFRESH_QUERIES',
    kind: kind.boolean,
    default: true,
    about: 'Whether queries are run by their schedules; false stops all scheduled runs of this instance.',
  },
  ...mailSettings,
  ...pageSettings,
  metricsToken: {
    env: 'SEXTANT_METRICS_TOKEN',
    kind: kind.accessToken,
    default: null,
    defaultText: 'none: only programs on the same machine may read /metrics',
    about:
      'Token that Prometheus sends as "Authorization: Bearer …" to read /metrics; set one when a proxy stands in front of Sextant.',
    secret: true,
  },
  versionCheckUrl: {
    env: 'SEXTANT_VERSION_CHECK_URL',
    kind: kind.url(['http', 'https'], 'https://updates.example.com/sextant.json'),
    default: null,
    defaultText: 'none: nobody is asked',
    about:
      'Address that is asked once a day for the newest version, which it answers as {"version": "1.2.3"}; only when an admin has agreed on the home page, the own version and the numbers of users, data sources, queries, visualizations and dashboards are sent along as arguments.',
  },
}
