export { registerDashboardResultRoutes } from './dashboard-results/dashboard-results-routes.ts'
export { registerDashboardListRoutes, registerDashboardRoutes } from './dashboard-routes.ts'
export { registerDashboardVersionRoutes } from './dashboard-version-routes.ts'
export { registerPublicDashboardRoutes } from './public-dashboards/public-dashboard-routes.ts'
