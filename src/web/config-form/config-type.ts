import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'

/** A type of data source or destination, as far as its form goes. */
export interface ConfigType {
  type: string
  name: string
  configuration_schema: ConfigurationSchema
  deprecated?: boolean
}

/** Name and options as they are stored, or as they were entered. */
export interface NamedOptions {
  name: string
  options: Record<string, unknown>
}
