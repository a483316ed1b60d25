import type { ConfigurationProperty, ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import type { DestinationOptions, OptionFault } from './destination.ts'
import { textOption } from './read-option.ts'

/** Options of a channel that an address opens. Whoever has the address can write there, so it is a secret. */
export function addressSchema(
  title: string,
  others: Record<string, ConfigurationProperty> = {},
): ConfigurationSchema {
  return {
    type: 'object',
    properties: { url: { type: 'string', title }, ...others },
    required: ['url'],
    secret: ['url'],
  }
}

/** The fault of an option that has to be a web address; null: none. */
export function faultOfAddress(options: DestinationOptions, name: string): OptionFault | null {
  const text = textOption(options, name)
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return null
  return { field: name, reason: 'must be an address that starts with https:// or http://.' }
}
