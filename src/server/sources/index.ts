export { reachableSources } from './data-sources/data-source-store.ts'
export {
  deleteLeftOptionTests,
  endOptionTest,
  findOptionTest,
  type OptionTest,
} from './data-sources/option-test-store.ts'
export {
  changeDataSource,
  createDataSource,
  removeDataSource,
  requireDataSource,
} from './data-sources/save-data-source.ts'
export {
  beginReading,
  dropReading,
  endReading,
  insertFileChunk,
  partFrames,
} from './files/file-content-store.ts'
export { createFileRoom, type FileRoom } from './files/file-room.ts'
export { deleteLeftFiles, findFile, removeUnreadFile } from './files/file-store.ts'
export { lendFiles } from './files/lend-files.ts'
export { type SchemaLevel, saveLevel } from './schemas/level-store.ts'
export { listRefreshableSources, saveSchema } from './schemas/schema-store.ts'
export { sortSchema } from './schemas/sort-schema.ts'
