export type { HandedRun } from './alone-runs.ts'
export { runAlone } from './run-alone.ts'
export { createSourceAccess } from './source-access.ts'
export { startWorker, type WorkerNeeds } from './start-worker.ts'
