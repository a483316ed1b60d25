/** Settings of one process after validation: closed, complete, never checked again. Read by `readConfig`. */
export interface Config {
  /** of package.json */
  version: string
  port: number
  host: string
  dataDir: string
  /** null: the embedded PostgreSQL */
  databaseUrl: string | null
  /** null: generated into the data folder */
  secretKey: string | null
  /** public address without a trailing slash; null: taken from the request */
  publicUrl: string | null
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** worker processes of `sextant start`, and runs at once in each */
  workers: number
  workerConcurrency: number
  /** time that running requests and queries get when a process is told to stop */
  stopGraceSeconds: number
  /** hops of X-Forwarded-For to trust */
  trustedProxies: number
  /** limits of a run where the data source sets none */
  maxRows: number
  maxBytes: number
  maxSeconds: number
  maxRuns: number
  /** memory cap of the processes of SQLite, DuckDB, CSV and JSON runs, in MB */
  engineMemoryMb: number
  /** disk that one run of Query Results may use for what does not fit into that memory, in MB */
  engineSpillMb: number
  /** folders in which SQLite and DuckDB files may lie */
  fileFolders: readonly string[]
  gitFolders: readonly string[]
  /** of files that options of data sources may refer to */
  secretsFolder: string | null
  /** of packages that need a client of a vendor */
  driversFolder: string | null
  machineCredentials: readonly string[]
  localesFolder: string
  /** of mails that the recipient did not request; null: English */
  defaultLanguage: string | null
  /** host names and networks that URL sources may reach although they are private */
  allowedPrivateHosts: readonly string[]
  /** origins whose pages may call the result routes; `*`: every one */
  corsOrigins: readonly string[]
  /** for the origins that are named, with the visitor's session too */
  corsCredentials: boolean
  loginsPerHour: number
  passwordResetsPerHour: number
  newUsersPerHour: number
  /** of email addresses that no user may have here */
  blockedDomains: readonly string[]
  sessionSeconds: number
  rememberSeconds: number
  /** with both, people log in with Google */
  googleClientId: string | null
  googleClientSecret: string | null
  googleIssuer: string
  /** with a client id, people log in with this OpenID Connect provider */
  openidIssuer: string | null
  openidClientId: string | null
  openidClientSecret: string | null
  openidName: string
  openidScopes: readonly string[]
  /** believe addresses of which the provider does not say whether they are verified */
  openidTrustsEmails: boolean
  openidGroupsClaim: string | null
  openidAllowedDomains: readonly string[]
  /** may groups of a provider make people admins, and take that from them? */
  providersNameAdmins: boolean
  /** login methods whose every login confirms who the user is, though they do not say when they asked */
  provingLogins: readonly string[]
  /** with a place to search, people log in with this directory */
  ldapUrl: string | null
  ldapStartTls: boolean
  ldapBindDn: string | null
  ldapBindPassword: string | null
  ldapSearchDn: string | null
  /** `%(username)s` stands for what was typed */
  ldapSearchTemplate: string
  ldapEmailAttribute: string
  ldapNameAttribute: string
  ldapUsernamePrompt: string
  /** addresses and networks of proxies that may name the user; empty: none may */
  remoteUserProxies: readonly string[]
  remoteUserHeader: string
  /** with an issuer, an audience, and a cookie or header, JWTs identify users */
  jwtKeysUrl: string | null
  jwtIssuer: string | null
  jwtAudience: string | null
  jwtAlgorithms: readonly string[]
  jwtCookieName: string | null
  jwtHeaderName: string | null
  /** a stored result older than this is not used again unasked; 0: of any age */
  resultReuseSeconds: number
  resultCleanupDays: number
  resultCleanupCount: number
  /** whose free space is watched; null: that of the embedded PostgreSQL */
  diskFolder: string | null
  /** bytes that results leave free on that disk, and bytes of all results together */
  diskReserve: number
  resultsQuota: number
  /** bytes of the uploaded files of each organization together, and of one of them */
  filesQuota: number
  maxUploadBytes: number
  /** bytes of the rows of an uploaded file, as text */
  maxUnpackedBytes: number
  eventsRetentionDays: number
  runHistoryDays: number
  schemaRefreshMinutes: number
  /** does the clock of this instance start scheduled queries? */
  refreshesQueries: boolean
  failureMailMinutes: number
  maxFailureReports: number
  mailServer: string
  mailPort: number
  /** TLS from the first byte, or required after the greeting (STARTTLS) */
  mailUseSsl: boolean
  mailUseTls: boolean
  mailUsername: string | null
  mailPassword: string | null
  /** null: this instance sends no mail */
  mailDefaultSender: string | null
  queryRefreshIntervals: readonly number[]
  dashboardRefreshIntervals: readonly number[]
  pageSize: number
  pageSizeOptions: readonly number[]
  tableCellMaxJsonSize: number
  /** charts that are drawn by people's own code, in a sandboxed frame */
  allowCustomJsVisualizations: boolean
  autoPublishNamedQueries: boolean
  /** set where a deployment relied on a feature of the past: it changes nothing but the warning to admins */
  allowParametersInEmbeds: boolean
  /** whom to ask once a day for the newest version; null: nobody */
  versionCheckUrl: string | null
  /** what readers of /metrics have to send; null: only programs on this machine may read it */
  metricsToken: string | null
}
