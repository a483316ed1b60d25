import { join, resolve } from 'node:path'
import type { Config } from './config.ts'
import type { SettingKind } from './setting-kinds.ts'
import * as kind from './setting-kinds.ts'

/** One setting: the only place where its variable, schema, default and description stand. */
export interface Setting<T> {
  env: string
  kind: SettingKind<NonNullable<T>>
  default: T | ((earlier: { dataDir: string }) => T)
  /** how the documentation words a default that has no fixed text */
  defaultText?: string
  /** one sentence for docs/settings.md */
  about: string
  /** never printed in messages */
  secret?: boolean
  /** last step after parsing, such as making a path absolute */
  complete?: (value: NonNullable<T>) => T
}

type Settings = { readonly [K in Exclude<keyof Config, 'version'>]: Setting<Config[K]> }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

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
    about: 'Public address under which browsers reach Sextant; links and secure cookies follow it.',
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
    about: 'Memory that the process of one SQLite or DuckDB run may take.',
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
  allowedPrivateHosts: {
    env: 'SEXTANT_ALLOWED_PRIVATE_HOSTS',
    kind: kind.textList,
    default: [],
    defaultText: 'none',
    about:
      'Private host names and networks (10.1.0.0/16), separated by commas, that URL sources and alerts may reach.',
  },
  corsOrigins: {
    env: 'SEXTANT_CORS_ORIGINS',
    kind: kind.originList,
    default: [],
    defaultText: 'none',
    about: 'Origins, separated by commas, whose pages may read and run query results; * for every one.',
  },
  corsCredentials: {
    env: 'SEXTANT_CORS_CREDENTIALS',
    kind: kind.boolean,
    default: false,
    about: 'Whether pages of the origins named in SEXTANT_CORS_ORIGINS may use the session of the visitor.',
  },
  loginsPerHour: {
    env: 'SEXTANT_LOGINS_PER_HOUR',
    kind: kind.integer(1, 1_000_000),
    default: 50,
    about: 'Failed attempts to log in that one network address may make in an hour, whatever the account.',
  },
  passwordResetsPerHour: {
    env: 'SEXTANT_PASSWORD_RESETS_PER_HOUR',
    kind: kind.integer(1, 1_000_000),
    default: 10,
    about: 'Times that one network address may ask for a link to reset a forgotten password in an hour.',
  },
  newUsersPerHour: {
    env: 'SEXTANT_NEW_USERS_PER_HOUR',
    kind: kind.integer(1, 1_000_000),
    default: 50,
    about: 'Invitations that may be sent from one network address in an hour.',
  },
  blockedDomains: {
    env: 'SEXTANT_BLOCKED_DOMAINS',
    kind: kind.textList,
    default: [],
    defaultText: 'none',
    about: 'Domains, separated by commas, whose email addresses are refused for users.',
  },
  sessionSeconds: {
    env: 'SEXTANT_SESSION_SECONDS',
    kind: kind.integer(minute, 366 * day, 'seconds'),
    default: 6 * hour,
    about: 'Life of a session without "Remember Me", counted from its last use.',
  },
  rememberSeconds: {
    env: 'SEXTANT_REMEMBER_SECONDS',
    kind: kind.integer(minute, 3660 * day, 'seconds'),
    default: 31 * day,
    about: 'Life of a session with "Remember Me".',
  },
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
  failureMailMinutes: {
    env: 'SEXTANT_FAILURE_MAIL_MINUTES',
    kind: kind.integer(1, day / minute, 'minutes'),
    default: hour / minute,
    about:
      'Time between two mails that tell the owner of queries which of their scheduled runs have failed, where the organisation wants such mails.',
  },
  maxFailureReports: {
    env: 'SEXTANT_MAX_FAILURE_REPORTS',
    kind: kind.integer(1, 1_000_000),
    default: 100,
    about: 'Failures in a row of one scheduled query after which they are reported by mail no more.',
  },
  mailServer: {
    env: 'SEXTANT_MAIL_SERVER',
    kind: kind.hostName,
    default: 'localhost',
    about: 'SMTP server through which mails are sent.',
  },
  mailPort: {
    env: 'SEXTANT_MAIL_PORT',
    kind: kind.integer(1, 65_535),
    default: 25,
    about: 'Port of the SMTP server.',
  },
  mailUseTls: {
    env: 'SEXTANT_MAIL_USE_TLS',
    kind: kind.boolean,
    default: false,
    about: 'Whether the connection to the SMTP server must change to TLS (STARTTLS) before anything is sent.',
  },
  mailUseSsl: {
    env: 'SEXTANT_MAIL_USE_SSL',
    kind: kind.boolean,
    default: false,
    about: 'Whether the SMTP server speaks TLS from the start, as on port 465.',
  },
  mailUsername: {
    env: 'SEXTANT_MAIL_USERNAME',
    kind: kind.text,
    default: null,
    defaultText: 'none: no login',
    about: 'User name for the SMTP server.',
  },
  mailPassword: {
    env: 'SEXTANT_MAIL_PASSWORD',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about: 'Password for the SMTP server.',
    secret: true,
  },
  mailDefaultSender: {
    env: 'SEXTANT_MAIL_DEFAULT_SENDER',
    kind: kind.mailSender,
    default: null,
    defaultText: 'none: no mails are sent',
    about: 'Address from which mails come; only an instance that has one sends mails.',
  },
  queryRefreshIntervals: {
    env: 'SEXTANT_QUERY_REFRESH_INTERVALS',
    kind: kind.integerList(minute, 366 * day, 'seconds'),
    default: [
      ...[minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute],
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((hours) => hours * hour),
      ...[day, 7 * day, 14 * day, 30 * day],
    ],
    about: 'Refresh intervals that the schedule of a query offers.',
  },
  dashboardRefreshIntervals: {
    env: 'SEXTANT_DASHBOARD_REFRESH_INTERVALS',
    kind: kind.integerList(1, 366 * day, 'seconds'),
    default: [minute, 5 * minute, 10 * minute, 30 * minute, hour, 12 * hour, day],
    about: 'Refresh intervals that a dashboard offers.',
  },
  pageSize: {
    env: 'SEXTANT_PAGE_SIZE',
    kind: kind.integer(1, 250),
    default: 20,
    about: 'Rows on one page of a list, until the user picks another size.',
  },
  pageSizeOptions: {
    env: 'SEXTANT_PAGE_SIZE_OPTIONS',
    kind: kind.integerList(1, 250),
    default: [5, 10, 20, 50, 100],
    about: 'Page sizes that lists offer.',
  },
  tableCellMaxJsonSize: {
    env: 'SEXTANT_TABLE_CELL_MAX_JSON_SIZE',
    kind: kind.integer(0, 100_000_000, 'characters'),
    default: 50_000,
    about: 'Longest JSON text that a table cell shows as a tree; a longer one is shown as text.',
  },
  allowCustomJsVisualizations: {
    env: 'SEXTANT_ALLOW_CUSTOM_JS_VISUALIZATIONS',
    kind: kind.boolean,
    default: false,
    about:
      'Whether charts may be drawn by JavaScript that people write; it runs in a frame that can reach nothing but the data of its chart.',
  },
  autoPublishNamedQueries: {
    env: 'SEXTANT_AUTO_PUBLISH_NAMED_QUERIES',
    kind: kind.boolean,
    default: true,
    about: 'Whether a new query is published as soon as it gets a name.',
  },
  allowParametersInEmbeds: {
    env: 'SEXTANT_ALLOW_PARAMETERS_IN_EMBEDS',
    kind: kind.boolean,
    default: false,
    about:
      'Deprecated and without effect: embeds take every parameter that is safe anyway; while it is true, admins are told to remove it.',
  },
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
