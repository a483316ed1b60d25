import type { FastifyInstance } from 'fastify'
import { findConnector } from '#connectors/registry.ts'
import { serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import * as api from '#shared/content/content-api.ts'
import { findContent } from './content-store.ts'
import { pushAll } from './push-content.ts'

/** A query may hold a megabyte of text, so pages are small. */
const pageSize = 50

export function registerContentRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    api.listContent,
  )(async ({ actor, params, query }) => {
    const { after = 0 } = query
    const found = await findContent(context.db, actor.org_id, params.kind, { after, limit: pageSize })
    const syntaxes = found.flatMap(({ object, type }) => {
      const syntax = type === null ? undefined : findConnector(type)?.syntax
      return syntax === undefined ? [] : [[object.id, syntax] as const]
    })
    return {
      objects: found.map(({ object }) => object),
      syntaxes: Object.fromEntries(syntaxes),
      next: found.length < pageSize ? null : (found.at(-1)?.stored_id ?? null),
    }
  })

  serve(app, api.pushContent, { maxBodyLength: api.maxPushLength })(
    async ({ actor, body }) => await pushAll(context, actor, body),
  )
}
