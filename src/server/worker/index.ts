export type { HandedRun } from './alone-runs.ts'
export { connectorHost } from './connector-host.ts'
export { runAlone } from './run-alone.ts'
export { startWorker, type WorkerNeeds } from './start-worker.ts'
