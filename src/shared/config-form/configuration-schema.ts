import { type Static, Type } from 'typebox'

/** One option of a data source or destination, for the API schema and the generic form. */
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
  /** options with an address that may hold a password: only that part of them is masked */
  secret_in_url: Type.Optional(Type.Array(Type.String())),
  order: Type.Optional(Type.Array(Type.String())),
  extra_options: Type.Optional(Type.Array(Type.String())),
  /** for secrets that are sent: the options with the address. A stored secret is never sent to another one. */
  sent_to: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** options that mean something only with some choices of others: the form shows them with these */
  only_with: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.String())))),
})
export type ConfigurationSchema = Static<typeof ConfigurationSchema>

/** Shown by the API instead of a stored secret; sending it back keeps the secret. */
export const secretPlaceholder = '--------'
