import { type SchemaState, useSchema } from './use-schema.ts'
import { type DatabaseChoice, useSchemaLevels } from './use-schema-levels.ts'

export interface SourceSchema {
  state: SchemaState
  refresh(): void
  /** null: the schema is read as a whole */
  databases: DatabaseChoice | null
}

/** The schema of the data source, as a whole or in parts. */
export function useSourceSchema(dataSourceId: number | null, type: string | null): SourceSchema {
  const isInParts = type === 'databricks'
  const whole = useSchema(isInParts ? null : dataSourceId)
  const parts = useSchemaLevels(isInParts ? dataSourceId : null)
  return isInParts ? parts : { ...whole, databases: null }
}
