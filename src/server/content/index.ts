export {
  type ContentCommandNeeds,
  diff,
  isForUser,
  pull,
  push,
  validateFolder,
} from './client/content-commands.ts'
export { type FileProblem, type Files, fromFiles, type ReadFiles } from './client/content-files.ts'
export { pushAll } from './push-content.ts'
