import { AsyncLocalStorage } from 'node:async_hooks'
import { type MessageCatalogue, readMessagesFrom } from '#shared/messages/translate.ts'
import type { Config } from '../config/config.ts'
import { defaultCatalogue } from './catalogues.ts'

/** The language of everything that one piece of work writes. */
export interface LanguageScope {
  /** undefined: English */
  readonly catalogue: MessageCatalogue | undefined
  /** has a text been read? Then the reply depends on the language. */
  isRead: boolean
}

const scopes = new AsyncLocalStorage<LanguageScope>()

readMessagesFrom(() => {
  const scope = scopes.getStore()
  if (scope === undefined) return undefined
  scope.isRead = true
  return scope.catalogue
})

export function languageScope(catalogue: MessageCatalogue | undefined): LanguageScope {
  return { catalogue, isRead: false }
}

/** Runs work, and what it starts, in a language: `t` answers in it. Outside of any scope it answers in English. */
export function inLanguage<T>(scope: LanguageScope, work: () => T): T {
  return scopes.run(scope, work)
}

/** Runs work in the language of the instance: for mails to others, and for background work. */
export function inDefaultLanguage<T>(
  config: Pick<Config, 'localesFolder' | 'defaultLanguage'>,
  work: () => T,
): T {
  return inLanguage(languageScope(defaultCatalogue(config)), work)
}
