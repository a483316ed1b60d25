export { registerHandoverRoutes } from './handover-routes.ts'
