export { runGitSync, startDueSyncs } from './git-sync-job.ts'
