import type { FastifyInstance } from 'fastify'
import type { EndpointSpec } from '#shared/http/endpoint.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** every registered route, for 405 answers and the house-rule tests */
    routeList: RouteList
  }
}

export interface ListedRoute {
  method: string
  path: string
  endpoint: EndpointSpec | undefined
  /** a public file of the web or of our pages: no endpoint and no authentication */
  isFile: boolean
  /** the path as a pattern for addresses */
  pattern: RegExp
}
export type RouteList = ListedRoute[]

/** Records every route as it is registered. Call it before registering the first one. */
export function listRoutes(app: FastifyInstance): RouteList {
  const routes: RouteList = []
  app.decorate('routeList', routes)
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of Array.isArray(method) ? method : [method]) {
      routes.push({
        method: each,
        path: url,
        endpoint: config?.endpoint,
        isFile: config?.identity === 'none' && config.endpoint === undefined,
        pattern: patternOf(url),
      })
    }
  })
  return routes
}

/** Whether the path exists under any method. */
export function knowsPath(routes: RouteList, path: string): boolean {
  return routes.some(({ pattern }) => pattern.test(path))
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${escaped}$`)
}
