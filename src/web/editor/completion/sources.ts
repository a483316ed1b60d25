/** The sources of the editor's list; one chunk, loaded when the editor stands. */
export { completeOthers, completeWord } from '../editor-snippets.ts'
export { completeParameters } from './complete-parameters.ts'
export { completeSql } from './complete-sql.ts'
