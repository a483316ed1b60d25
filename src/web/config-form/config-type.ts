import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import type { FieldValue } from '#shared/config-form/form-fields.ts'

/** A type of data source or destination, as far as its form needs it. */
export interface ConfigType {
  type: string
  name: string
  configuration_schema: ConfigurationSchema
  supports_ssh_tunnel?: boolean
  supports_http_proxy?: boolean
  /** offered under another name, with these options filled in */
  preset?: { id: string; options: Readonly<Record<string, FieldValue>> }
  deprecated?: boolean
}

/** Name and options, as stored or as entered. */
export interface NamedOptions {
  name: string
  options: Record<string, unknown>
}
