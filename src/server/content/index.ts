export {
  type ContentCommandNeeds,
  diff,
  isForUser,
  pull,
  push,
  validateFolder,
} from './client/content-commands.ts'
