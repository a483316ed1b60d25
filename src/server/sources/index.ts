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
export { listRefreshableSources, saveSchema } from './schemas/schema-store.ts'
export { sortSchema } from './schemas/sort-schema.ts'
