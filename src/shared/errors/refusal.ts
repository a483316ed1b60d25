import { isPhrase, type Phrase, packPhrase, unpackPhrase } from '../messages/phrase.ts'
import { t, translatePhrase } from '../messages/translate.ts'
import { type ErrorCode, errorCodes } from './error-codes.ts'

/**
 * An expected refusal: thrown by use cases and turned into a reply in server/http/answer-error.ts only. Its message is
 * English, for logs; readers get `translatedMessage`. Details that readers see are phrases.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, details: Record<string, unknown> = {}) {
    super(errorMessage(code, details))
    this.name = 'Refusal'
    this.code = code
    this.status = errorCodes[code].status
    this.details = details
  }
}

/** A reason is a sentence for the reader, so it is a phrase. */
export type RefusalDetails = Readonly<Record<string, unknown> & { reason?: Phrase }>

/** Builds the refusal to throw: `throw refuse('query.version_conflict')`. */
export function refuse(code: ErrorCode, details: RefusalDetails = {}): Refusal {
  return new Refusal(code, details)
}

/** The message of a code with its `{placeholders}` filled from `details`, in English. */
export function errorMessage(code: ErrorCode, details: Record<string, unknown>): string {
  return filled(errorCodes[code].message, details)
}

/** The message of a refusal in the reader's language. */
export function translatedMessage({ code, details }: Pick<Refusal, 'code' | 'details'>): string {
  return filled(t(errorCodes[code].message), translatedDetails(details))
}

/** Details with their phrases in the reader's language; `errors` of a form are phrases by field. */
export function translatedDetails(details: Record<string, unknown>): Record<string, unknown> {
  return mapped(details, (detail) => (isPlain(detail) ? mapped(detail, spoken) : spoken(detail)))
}

/** Details that can be sent to another thread. */
export function packedDetails(details: Record<string, unknown>): Record<string, unknown> {
  return mapped(details, (detail) => (isPlain(detail) ? mapped(detail, packPhrase) : packPhrase(detail)))
}

export function unpackedDetails(details: Record<string, unknown>): Record<string, unknown> {
  return mapped(details, (detail) => {
    const unpacked = unpackPhrase(detail)
    return isPlain(unpacked) ? mapped(unpacked, unpackPhrase) : unpacked
  })
}

function spoken(detail: unknown): unknown {
  return isPhrase(detail) ? translatePhrase(detail) : detail
}

function isPlain(detail: unknown): detail is Record<string, unknown> {
  if (typeof detail !== 'object' || detail === null || isPhrase(detail)) return false
  return Object.getPrototypeOf(detail) === Object.prototype
}

function mapped(record: Record<string, unknown>, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

function filled(message: string, details: Record<string, unknown>): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}
