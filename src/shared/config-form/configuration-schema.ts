import { type Static, Type } from 'typebox'

/** One option of a data source or destination, as the wire schema and the generic form know it. */
export const ConfigurationProperty = Type.Object({
  type: Type.Union([Type.Literal('string'), Type.Literal('number'), Type.Literal('boolean')]),
  title: Type.Optional(Type.String()),
  default: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  enum: Type.Optional(Type.Array(Type.String())),
  extendedEnum: Type.Optional(Type.Array(Type.Object({ value: Type.String(), name: Type.String() }))),
})
export type ConfigurationProperty = Static<typeof ConfigurationProperty>

/** `configuration_schema` of a type (docs/reference/connectors.md#configuration-schema). */
export const ConfigurationSchema = Type.Object({
  type: Type.Literal('object'),
  properties: Type.Record(Type.String(), ConfigurationProperty),
  required: Type.Optional(Type.Array(Type.String())),
  secret: Type.Optional(Type.Array(Type.String())),
  order: Type.Optional(Type.Array(Type.String())),
  extra_options: Type.Optional(Type.Array(Type.String())),
  /** of secrets that travel: the options that say where to. A stored secret goes nowhere else. */
  sent_to: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
})
export type ConfigurationSchema = Static<typeof ConfigurationSchema>

/** What the API shows in place of a stored secret, and what keeps it when sent back. */
export const secretPlaceholder = '--------'
