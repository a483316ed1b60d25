export { registerContentRoutes } from './content-routes.ts'
