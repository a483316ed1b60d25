export { cleanEvents } from './clean-events-job.ts'
export { createEventRecorder } from './event-recorder.ts'
export { commandActor, recordCommand, recordWork } from './record-command.ts'
export { recordRequests } from './record-requests.ts'
