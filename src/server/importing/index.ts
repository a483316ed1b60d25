export { type ImportReport, type Outcome, outcomes } from './bring/report.ts'
export { type ImportRequest, importRedash } from './import-redash.ts'
export { ImportRefused } from './import-refused.ts'
export { withRedash } from './redash/read-redash.ts'
