import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { registerGroupRoutes } from './groups/group-routes.ts'
import { addAccessLog } from './http/access-log.ts'
import { answerError } from './http/answer-error.ts'
import { addBodyParsers } from './http/body-parsers.ts'
import { listRoutes } from './http/route-list.ts'
import { addSecurityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import { registerOrganizationRoutes } from './organizations/organization-routes.ts'
import { registerStaticFiles, registerWeb } from './pages/page-routes.ts'
import type { ServerContext } from './server-context.ts'
import { addIdentity } from './session/identify.ts'
import { registerSessionRoutes } from './session/session-routes.ts'
import { registerSetupRoutes } from './setup/setup-routes.ts'
import { registerUserRoutes } from './users/user-routes.ts'

const builtWeb = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** The web process as a Fastify instance: everything between a request and the use cases. Not listening yet. */
export async function buildApp(
  context: ServerContext,
  { webFolder = builtWeb }: { webFolder?: string } = {},
): Promise<FastifyInstance> {
  const { config } = context
  const log: FastifyBaseLogger = context.log
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // the number of proxies is known, not their addresses
    trustProxy: (_address: string, hop: number) => hop < config.trustedProxies,
    routerOptions: { maxParamLength: 500 },
    requestIdHeader: false,
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(config, request, reply)
      answerError(error, request, reply)
    },
  })
  const routes = listRoutes(app)
  app.setErrorHandler(answerError)
  addSecurityHeaders(app, config)
  addAccessLog(app)
  await app.register(cookie)
  await addBodyParsers(app)
  addIdentity(app, context)

  registerSetupRoutes(app, context)
  registerSessionRoutes(app, context)
  registerOrganizationRoutes(app, context)
  registerUserRoutes(app, context)
  registerGroupRoutes(app, context)
  await registerFeatures(app, context)
  registerStaticFiles(app)
  registerWeb(app, context, webFolder, routes)
  return app
}

const features = [
  ['./data-sources/data-source-routes.ts', 'registerDataSourceRoutes'],
  ['./queries/query-routes.ts', 'registerQueryRoutes'],
  ['./visualizations/visualization-routes.ts', 'registerVisualizationRoutes'],
  ['./results/result-routes.ts', 'registerResultRoutes'],
  ['./jobs/job-routes.ts', 'registerJobRoutes'],
] as const

/** Features whose routes are being written: bound as soon as their file is there. */
async function registerFeatures(app: FastifyInstance, context: ServerContext): Promise<void> {
  for (const [file, name] of features) {
    const url = new URL(file, import.meta.url)
    if (!existsSync(url)) continue
    try {
      const module: Record<string, (app: FastifyInstance, context: ServerContext) => void> = await import(
        url.href
      )
      module[name]?.(app, context)
    } catch (error) {
      if (!/Cannot find (module|package)|does not provide/.test(String(error))) throw error
      context.log.warn({ reason: String(error) }, `${name} is not complete yet`)
    }
  }
}
