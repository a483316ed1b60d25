/** A table, alias, subquery or WITH query whose columns a statement can name. */
export interface Relation {
  /** what stands before the dot */
  name: string
  /** its table in the schema; null: only the text knows its columns */
  table: string | null
  /** columns that the text names, and the relations all of whose columns it has (`select *`) */
  columns: readonly (string | Relation)[]
  /** of a query around the one at the cursor */
  isOuter?: boolean
  /** where it is named in the text */
  at?: number
}
