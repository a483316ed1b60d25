import { DeliveryFailed, type DestinationOptions } from './destination.ts'

/** A text option; '' when it is not there. */
export function textOption(options: DestinationOptions, name: string): string {
  const value = options[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** A text option without which nothing can be sent. Throws DeliveryFailed. */
export function requireOption(options: DestinationOptions, name: string): string {
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

export const jsonHeaders = { 'content-type': 'application/json' }
