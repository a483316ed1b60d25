export { registerMetricsRoutes } from './metrics/metrics-routes.ts'
export { registerStatusRoutes } from './status/status-routes.ts'
