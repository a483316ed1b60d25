import { join, resolve } from 'node:path'
import { accessSettings, signInSettings } from './access-settings.ts'
import { directorySettings } from './directory-settings.ts'
import { diskSettings } from './disk-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { pageSettings } from './page-settings.ts'
import { day, hour, type Settings } from './setting.ts'
import * as kind from './setting-kinds.ts'

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
    about: 'Address on which the web process listens; 0.0.0.0 for all networks of the machine.',
  },
  publicUrl: {
    env: 'SEXTANT_URL',
    kind: kind.url(['http', 'https'], 'https://sextant.example.com'),
    default: null,
    defaultText: 'taken from each request',
    about:
      'Public address of Sextant for browsers; links and secure cookies use it. Links in emails always start with it: without it, no email with a link is sent (new passwords, invitations, address verification).',
  },
  dataDir: {
    env: 'SEXTANT_DATA_DIR',
    kind: kind.text,
    default: resolve('data'),
    defaultText: './data',
    about: 'Folder for all stored data: the embedded PostgreSQL, the secret key, files of data sources.',
    complete: (value) => resolve(value),
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    kind: kind.url(['postgres', 'postgresql'], 'postgres://user:password@host:5432/sextant'),
    default: null,
    defaultText: 'the embedded PostgreSQL in the data folder',
    about:
      'PostgreSQL database for the data of Sextant itself; required by the roles web, worker and migrate.',
    secret: true,
  },
  secretKey: {
    env: 'SEXTANT_SECRET_KEY',
    kind: kind.secretKey,
    default: null,
    defaultText: 'generated into the file secret-key of the data folder',
    about:
      'Secret key. The keys for stored credentials and cookies are derived from it; it must be the same for all processes.',
    secret: true,
  },
  logLevel: {
    env: 'SEXTANT_LOG_LEVEL',
    kind: kind.oneOf('debug', 'info', 'warn', 'error', 'silent'),
    default: 'info',
    about: 'Minimum level of logged messages.',
  },
  workers: {
    env: 'SEXTANT_WORKERS',
    kind: kind.integer(0, 64),
    default: 1,
    about: 'Number of worker processes that `start` runs; 0 if workers run elsewhere.',
  },
  workerConcurrency: {
    env: 'SEXTANT_WORKER_CONCURRENCY',
    kind: kind.integer(1, 100),
    default: 8,
    about:
      'Number of jobs that each worker process runs at once. If all live workers together have several places, the last free one is kept for people who run nothing at present, so one person alone uses one place less.',
  },
  stopGraceSeconds: {
    env: 'SEXTANT_STOP_GRACE_SECONDS',
    kind: kind.integer(0, 3600, 'seconds'),
    default: 8,
    about: 'Time for running requests and queries to finish when Sextant is stopped.',
  },
  trustedProxies: {
    env: 'SEXTANT_TRUSTED_PROXIES',
    kind: kind.integer(0, 10),
    default: 0,
    about: 'Number of reverse proxies in front of Sextant whose X-Forwarded headers are trusted.',
  },
  maxRows: {
    env: 'SEXTANT_MAX_ROWS',
    kind: kind.integer(1, 1_000_000_000, 'rows'),
    default: 10_000_000,
    about: 'Maximum rows of a result; more are cut off. A data source can set its own limit.',
  },
  maxBytes: {
    env: 'SEXTANT_MAX_BYTES',
    kind: kind.bytes(1000, 1e12),
    default: 4_000_000_000,
    about: 'Maximum size of a result (as JSON); the rest is cut off. A data source can set its own limit.',
  },
  maxSeconds: {
    env: 'SEXTANT_MAX_SECONDS',
    kind: kind.integer(1, 30 * day, 'seconds'),
    default: hour,
    about: 'Maximum time of a run. A data source can set its own limit.',
  },
  maxRuns: {
    env: 'SEXTANT_MAX_RUNS',
    kind: kind.integer(1, 1000),
    default: 6,
    about:
      'Maximum number of runs at once on one data source; others wait in the queue. A data source can set its own limit.',
  },
  engineMemoryMb: {
    env: 'SEXTANT_ENGINE_MEMORY_MB',
    kind: kind.integer(64, 1_000_000, 'megabytes'),
    default: 512,
    about:
      'Maximum memory of the process for one SQLite, DuckDB, CSV or JSON run (plus 256 MB for the process itself). A run that needs more fails; other runs are not affected.',
  },
  engineSpillMb: {
    env: 'SEXTANT_ENGINE_SPILL_MB',
    kind: kind.integer(0, 10_000_000, 'megabytes'),
    default: 4096,
    about:
      'Disk that one run of Query Results or Files may use in {SEXTANT_DATA_DIR}/spill for what does not fit into its memory, and as much for the files of a bucket that it reads. It is given back when the run ends.',
  },
  fileFolders: {
    env: 'SEXTANT_FILE_FOLDERS',
    kind: kind.textList,
    default: ({ dataDir }) => [join(dataDir, 'files')],
    defaultText: '{SEXTANT_DATA_DIR}/files',
    about: 'Folders, separated by commas, that may contain files of SQLite and DuckDB data sources.',
    complete: (folders) => folders.map((folder) => resolve(folder)),
  },
  gitFolders: {
    env: 'SEXTANT_GIT_FOLDERS',
    kind: kind.textList,
    default: [],
    defaultText: 'none',
    about:
      'Folders, separated by commas, whose git repositories a git sync may read. Admins choose one of them.',
    complete: (folders) => folders.map((folder) => resolve(folder)),
  },
  secretsFolder: {
    env: 'SEXTANT_SECRETS_FOLDER',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about:
      'Folder with files that options of data sources may refer to as `${file:name}` (docs/operations.md#secrets-of-data-sources).',
    complete: (folder) => resolve(folder),
  },
  driversFolder: {
    env: 'SEXTANT_DRIVERS_FOLDER',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about:
      'Folder with packages of npm (in its `node_modules`) that need a client of a vendor: DB2 and Netezza are offered only where theirs is installed (docs/operations.md#drivers-of-vendors).',
    complete: (folder) => resolve(folder),
  },
  machineCredentials: {
    env: 'SEXTANT_MACHINE_CREDENTIALS',
    kind: kind.listOf('aws', 'google', 'azure'),
    default: [],
    defaultText: 'none',
    about:
      'Clouds, separated by commas (aws, google, azure), for which data sources without credentials of their own use those of the machine: variables, files, the role of its instance or container. Every admin can then read what the machine may read.',
  },
  localesFolder: {
    env: 'SEXTANT_LOCALES',
    kind: kind.text,
    default: ({ dataDir }) => join(dataDir, 'locales'),
    defaultText: '{SEXTANT_DATA_DIR}/locales',
    about: 'Folder with translations of the interface (docs/translations.md).',
    complete: (value) => resolve(value),
  },
  defaultLanguage: {
    env: 'SEXTANT_DEFAULT_LANGUAGE',
    kind: kind.language,
    default: null,
    defaultText: 'English',
    about:
      'Language of invitations, alert messages and other messages that the recipient did not request; SEXTANT_LOCALES needs a file for it. Pages and replies are in the language of the browser.',
  },
  ...accessSettings,
  ...signInSettings,
  ...directorySettings,
  resultReuseSeconds: {
    env: 'SEXTANT_RESULT_REUSE_SECONDS',
    kind: kind.integer(0, 3660 * day, 'seconds'),
    default: 0,
    defaultText: '0: of any age',
    about: 'Maximum age of a stored result that may answer a run, if the request sets no maximum age.',
  },
  resultCleanupDays: {
    env: 'SEXTANT_RESULT_CLEANUP_DAYS',
    kind: kind.integer(1, 36_600, 'days'),
    default: 7,
    about: 'Age after which a stored result is removed if no query uses it.',
  },
  resultCleanupCount: {
    env: 'SEXTANT_RESULT_CLEANUP_COUNT',
    kind: kind.integer(1, 1_000_000),
    default: 100,
    about: 'Maximum number of results that one cleanup removes.',
  },
  ...diskSettings,
  eventsRetentionDays: {
    env: 'SEXTANT_EVENTS_RETENTION_DAYS',
    kind: kind.integer(1, 36_600, 'days'),
    default: 365,
    about: 'Age after which an entry of the audit log is removed.',
  },
  runHistoryDays: {
    env: 'SEXTANT_RUN_HISTORY_DAYS',
    kind: kind.integer(1, 36_600, 'days'),
    default: 30,
    about:
      'Age after which a run is removed from the list of its person’s runs, of which the newest 1,000 are kept.',
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
    about: 'Whether schedules run queries; false stops all scheduled runs of this instance.',
  },
  ...mailSettings,
  ...pageSettings,
  metricsToken: {
    env: 'SEXTANT_METRICS_TOKEN',
    kind: kind.accessToken,
    default: null,
    defaultText: 'none: only programs on the same machine may read /metrics',
    about:
      'Token that Prometheus sends as "Authorization: Bearer …" to read /metrics; set one if there is a proxy in front of Sextant.',
    secret: true,
  },
  versionCheckUrl: {
    env: 'SEXTANT_VERSION_CHECK_URL',
    kind: kind.url(['http', 'https'], 'https://updates.example.com/sextant.json'),
    default: null,
    defaultText: 'none: no version check',
    about:
      'Address that returns the newest version, as {"version": "1.2.3"}; Sextant requests it once a day. Only if an admin has agreed on the home page, Sextant sends its version and the numbers of users, data sources, queries, visualizations and dashboards with the request.',
  },
}
