export { registerApiDocs } from './api-docs-routes.ts'
export { registerCspReports } from './csp-report-routes.ts'
export { registerHelp } from './help-routes.ts'
export { registerStaticFiles, registerWeb } from './page-routes.ts'
