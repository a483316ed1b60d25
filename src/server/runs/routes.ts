export { registerRunHistoryRoutes } from './history/run-history-routes.ts'
export { registerJobRoutes } from './jobs/job-routes.ts'
export { registerDropdownRoutes } from './results/dropdown-routes.ts'
export { registerResultRoutes } from './results/result-routes.ts'
