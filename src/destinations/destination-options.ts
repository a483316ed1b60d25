import type { ConfigurationProperty, ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { DeliveryFailed, type DestinationOptions, type OptionFault } from './destination.ts'

/** A text option, trimmed; '' when it is missing. */
export function textOption(options: DestinationOptions, name: string): string {
  const value = options[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** A required text option. Throws a final DeliveryFailed when it is empty. */
export function requireOption(options: DestinationOptions, name: string): string {
  const value = textOption(options, name)
  if (value === '')
    throw new DeliveryFailed(`The option "${name}" of this destination is empty.`, { isFinal: true })
  return value
}

/** The entries of a comma-separated option, without blanks and duplicates. */
export function listOption(options: DestinationOptions, name: string): string[] {
  const entries = textOption(options, name).split(',')
  return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))]
}

export const jsonHeaders = { 'content-type': 'application/json' }

/** Options of a channel that is reached by its address alone. The address is a secret: it grants the right to post. */
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

/** Returns the fault of an option that must be a web address, or null when it is valid. */
export function faultOfAddress(options: DestinationOptions, name: string): OptionFault | null {
  const text = textOption(options, name)
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return null
  return { field: name, reason: phrase('must be an address that starts with https:// or http://.') }
}
