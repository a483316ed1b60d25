export { registerEventRoutes } from './event-routes.ts'
