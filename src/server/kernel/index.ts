export type { Config } from './config/config.ts'
export { BadSettings, readConfig } from './config/read-config.ts'
export { secretKey } from './config/setting-kinds.ts'
export type {
  AlertDeliveriesTable,
  AlertEvaluationsTable,
  AlertSubscriptionsTable,
  AlertsTable,
  DeliveryState,
  DestinationsTable,
} from './db/alert-tables.ts'
export { type Database, type Db, isInUse, openDatabase } from './db/database.ts'
export { startEmbeddedPostgres, urlOfRunning } from './db/embedded-postgres.ts'
export type { GitTables } from './db/git-tables.ts'
export {
  listMigrations,
  migrate,
  missingMigrations,
  NewerSchema,
  type OpenSecrets,
  readMigration,
} from './db/migrate.ts'
export { nestable } from './db/nested-transaction.ts'
export type { LinkPurpose } from './db/notice-tables.ts'
export type { JobError, JobKind, JobsTable, QueryResultsTable } from './db/run-tables.ts'
export { findGroupsOfSource, groupsOfSource, maySeeSource } from './db/source-access.ts'
export type {
  AccessGrantsTable,
  FavoritesTable,
  GroupsTable,
  QuerySnippetsTable,
  QueryVersionKind,
} from './db/tables.ts'
export { claimName, lockNames, violates } from './db/unique-names.ts'
export {
  differingFields,
  findKept,
  findKeptAt,
  findPresent,
  type Keeping,
  keepPresent,
  keepRefused,
  type ListedVersion,
  listKept,
  type RefusedVersion,
  type StoredVersion,
  type Versioned,
} from './db/version-store.ts'
export { type DiskSpace, diskFolder, lookAtDisk, watchDisk } from './disk/disk-space.ts'
export { type Catalogues, cataloguesOf, defaultCatalogue } from './languages/catalogues.ts'
export {
  inDefaultLanguage,
  inLanguage,
  type LanguageScope,
  languageScope,
} from './languages/language-scope.ts'
export { describeBug, openLog, redactUrl } from './log.ts'
export { expositionType, withLabels, writeExposition } from './metrics/exposition.ts'
export { createMeasures, type Labels, type MeasuredFamily, requestBounds } from './metrics/measures.ts'
export {
  createWorkerMeasures,
  type EndedRun,
  measureProcess,
  type WorkerMeasures,
} from './metrics/worker-measures.ts'
export { connectServer } from './net/connect-server.ts'
export { fingerprintOf, isPinned, kindOf } from './net/host-key.ts'
export { instanceOfMails, missingAddress } from './net/instance-of-mails.ts'
export { limitReply } from './net/limit-reply.ts'
export { type MailConfig, type MailTransport, openMailTransport } from './net/mail-transport.ts'
export { privateAddressRefusal } from './net/outbound-addresses.ts'
export {
  createOutboundFetch,
  createServerFetch,
  type OutboundFetch,
  type ServerFetch,
} from './net/outbound-guard.ts'
export {
  type ApiKeyColumns,
  apiKeyColumns,
  deriveSecrets,
  hashKey,
  readStoredKey,
  type Secrets,
  storedKey,
} from './net/secrets.ts'
export { sendMail } from './net/send-mail.ts'
export { sendDueMails } from './net/send-mails-job.ts'
export { createThread } from './processes/create-thread.ts'
export { dataPaths, instanceSecretKey, openDataFolder, secretInFile } from './processes/data-folder.ts'
export { anyFreePort, refusedToListen } from './processes/free-port.ts'
export { takeLock } from './processes/lock-file.ts'
export { beginRole, type ToChild } from './processes/role-life.ts'
export { hangSeconds } from './processes/silence.ts'
export { watchBeats } from './processes/watch-beats.ts'
export {
  countAttempt,
  forgetHits,
  isWithinRate,
  limitRate,
  networkOf,
  takeBack,
} from './rate-limits/limit-rate.ts'
export {
  adoptWaitingKey,
  dropWaitingKey,
  keyCheck,
  layReady,
  openSecrets,
} from './secret-key/open-secrets.ts'
export {
  listUnreadable,
  lockKey,
  noteKeyCheck,
  replaceSealed,
  replaceSealedByNothing,
  type SealedRow,
} from './secret-key/secret-key-store.ts'
export type { JobName, JobPayloads, JobQueue, JobWatch, ServerContext } from './server-context.ts'
export { StartRefused } from './start-refused.ts'
export { checkVersion, findNewerVersion } from './version-check/version-check-job.ts'
export { whyNotFile } from './why-not-file.ts'
