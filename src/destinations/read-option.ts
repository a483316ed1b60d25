import { DeliveryFailed, type DestinationOptions, type OptionFault } from './destination.ts'

/** A text option; '' when it is not there. */
export function textOption(options: DestinationOptions, name: string): string {
  const value = options[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** A text option without which nothing can be sent. Throws DeliveryFailed. */
export function demandOption(options: DestinationOptions, name: string): string {
  const value = textOption(options, name)
  if (value === '')
    throw new DeliveryFailed(`The option "${name}" of this destination is empty.`, { isFinal: true })
  return value
}

/** Entries between commas, without blanks and repetitions. */
export function listOption(options: DestinationOptions, name: string): string[] {
  const entries = textOption(options, name).split(',')
  return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))]
}

/** The fault of an option that has to be a web address; null: none. */
export function faultOfAddress(options: DestinationOptions, name: string): OptionFault | null {
  const text = textOption(options, name)
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return null
  return { field: name, reason: 'must be an address that starts with https:// or http://.' }
}

export const jsonHeaders = { 'content-type': 'application/json' }
