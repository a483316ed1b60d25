export { cleanRunHistory, keepOutcomes } from './history/run-history-store.ts'
export { lendResults } from './inner/lend-results.ts'
export { askerOf } from './jobs/asker.ts'
export { noteLook } from './jobs/askers-store.ts'
export { createJobQueue, migrateJobQueue } from './jobs/create-job-queue.ts'
export { createJobWatch } from './jobs/create-job-watch.ts'
export { endFailedJob, type FailedOutcome, failedOutcome } from './jobs/end-failed-job.ts'
export { graphileLog } from './jobs/graphile-log.ts'
export { type AskedChange, holdForChange } from './jobs/hold-for-change.ts'
export { jobCancelChannel } from './jobs/job-channels.ts'
export { type ClaimedJob, claimJob, wakeNextRun } from './jobs/job-line-store.ts'
export {
  type Attempt,
  endJob,
  findDataSourceOf,
  findJob,
  handBackJob,
  listCancelRequests,
  type RunnableSource,
  rememberBackend,
  reportProgress,
  reportWork,
  type StoredJob,
} from './jobs/job-store.ts'
export { keepSweeping } from './jobs/keep-sweeping.ts'
export { deadAfterSeconds } from './jobs/kept-slot.ts'
export { listen } from './jobs/listen.ts'
export { clearOrphan, listOrphans, noteOrphan, type Orphan, underOrphanLock } from './jobs/orphan-store.ts'
export { presentJob } from './jobs/present-job.ts'
export { openQueuePool } from './jobs/queue-pool.ts'
export {
  requestConnectionTest,
  requestFileReading,
  requestSchemaLevel,
  requestSchemaRefresh,
  startSchemaRefresh,
} from './jobs/request-job.ts'
export { type ScheduledShare, scheduledFlag, scheduledShare } from './jobs/scheduled-share.ts'
export { steadiness } from './jobs/steadiness.ts'
export { sweepJobs } from './jobs/sweep-jobs.ts'
export { type Loss, takeBack } from './jobs/take-back.ts'
export { waitForJob } from './jobs/wait-for-job.ts'
export { RunLost, type WorkerContext, WorkerStopping } from './jobs/worker-context.ts'
export {
  adoptJob,
  beat,
  deleteChunks,
  listJobsOf,
  removeWorker,
} from './jobs/worker-store.ts'
export { acceptedEncoding } from './results/accepted-encoding.ts'
export { bindSavedQuery, bindValues } from './results/bind-query.ts'
export { cleanResults } from './results/clean-results-job.ts'
export { delimitedText } from './results/delimited-text.ts'
export { holdLargeReplies } from './results/hold-large-replies.ts'
export { patternMatcher } from './results/match-pattern.ts'
export type { PreparedRun, SubmittedText } from './results/prepare-run.ts'
export { prepareSavedRun } from './results/prepare-saved-run.ts'
export { hashOfText, isSafeText } from './results/prepare-text-in-thread.ts'
export { queryHash } from './results/query-hash.ts'
export { readFrame } from './results/read-frame.ts'
export { holdUntilTaken, makingRoom, type Reader, readingRoom, smallBytes } from './results/reading-room.ts'
export type { GivenValues } from './results/render-query.ts'
export { replyReader } from './results/reply-reader.ts'
export { type DropdownRequest, listDropdown, searchDropdown } from './results/request-dropdown.ts'
export {
  type ExecutionNeeds,
  isSafeWith,
  prepareJudgedRun,
  requestQueryExecution,
  requirePermission,
  requireRunning,
  type SettledNames,
} from './results/request-execution.ts'
export { type Envelope, reducedEnvelope, resultEnvelope } from './results/result-envelope.ts'
export { attachedAs, contentDisposition } from './results/result-file-name.ts'
export { createFrameReader, type FrameReader } from './results/result-frames.ts'
export { createResultRoom, describeStorage, diskWarnings } from './results/result-room.ts'
export { insertChunk, insertResult, type StoredChunk } from './results/result-store.ts'
export { reusableAge } from './results/reusable-age.ts'
export { type EncodeRow, rowEncoder } from './results/row-encoder.ts'
export {
  type LookedUpQuery,
  type LookedUpResult,
  type LookedUpSource,
  lookUpTogether,
  type RunLookups,
} from './results/run-lookups.ts'
export { sendParts, sendResult, sendText } from './results/send-result.ts'
export { textStart } from './results/text-start.ts'
export { type ResultWatch, type WatchRequest, watchResult } from './results/watch-result.ts'
export { clearSchedules } from './schedules/clear-schedules-job.ts'
export { describeRefresh } from './schedules/describe-refresh.ts'
export { findLastLook, findOutdated } from './schedules/find-outdated.ts'
export { keepSchedules } from './schedules/keep-schedules.ts'
export { noteGoodRefresh } from './schedules/note-refresh.ts'
export { queueFailureMails } from './schedules/queue-failure-mails-job.ts'
export { requireSchedule } from './schedules/require-schedule.ts'
