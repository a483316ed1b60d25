export { registerDataSourceRoutes } from './data-sources/data-source-routes.ts'
export { registerGroupSourceRoutes } from './data-sources/group-source-routes.ts'
export { registerFileRoutes } from './files/file-routes.ts'
export { registerLevelRoutes } from './schemas/level-routes.ts'
