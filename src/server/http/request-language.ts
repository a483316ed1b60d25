import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Catalogues, inLanguage, type LanguageScope, languageScope } from '#server/kernel/index.ts'
import { chooseLanguage } from './choose-language.ts'
import { addToVary } from './cors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** null: this instance has only English */
    language: LanguageScope | null
  }
}

/**
 * Handles each request in the language that it prefers, so that `t` anywhere below answers in it. Replies with
 * translated texts say so, for caches. Register it before hooks that may refuse a request.
 */
export function addRequestLanguages(app: FastifyInstance, catalogues: Catalogues): void {
  app.decorateRequest('language', null)
  if (catalogues.size === 0) return
  const locales = [...catalogues.keys()]
  app.addHook('onRequest', (request, _reply, done) => {
    const locale = chooseLanguage(locales, request.headers['accept-language'])
    request.language = languageScope(locale === null ? undefined : catalogues.get(locale))
    inLanguageOf(request, done)
  })
  // Node announces the end of a body outside of the scope of the request
  app.addHook('preValidation', (request, _reply, done) => inLanguageOf(request, done))
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.language?.isRead) {
      addToVary(reply, 'accept-language')
      reply.header('content-language', request.language.catalogue?.locale ?? 'en')
    }
    done()
  })
}

export function inLanguageOf<T>({ language }: FastifyRequest, work: () => T): T {
  return language === null ? work() : inLanguage(language, work)
}
