import type { WorkerContext } from '#server/runs/index.ts'
import type { FileRoom } from '#server/sources/index.ts'
import type { SourceAccess } from './source-access.ts'

/** What the code of a worker process works with. */
export interface Worker extends WorkerContext {
  access: SourceAccess
  fileRoom: FileRoom
}
