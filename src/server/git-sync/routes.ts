export { registerGitSyncRoutes } from './git-sync-routes.ts'
