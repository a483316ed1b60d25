import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import {
  registerAlertRoutes,
  registerDeliveryRoutes,
  registerDestinationRoutes,
  registerSubscriptionRoutes,
} from '#server/alerting/routes.ts'
import { createEventRecorder, recordRequests } from '#server/audit/index.ts'
import { registerEventRoutes } from '#server/audit/routes.ts'
import { registerContentRoutes } from '#server/content/routes.ts'
import { dashboardGrants } from '#server/dashboards/index.ts'
import {
  registerDashboardListRoutes,
  registerDashboardResultRoutes,
  registerDashboardRoutes,
  registerDashboardVersionRoutes,
  registerPublicDashboardRoutes,
} from '#server/dashboards/routes.ts'
import { registerGitSyncRoutes } from '#server/git-sync/routes.ts'
import { registerHandoverRoutes } from '#server/handover/routes.ts'
import {
  addAccessLog,
  addBodyParsers,
  addBodyRoom,
  addCors,
  addRequestLanguages,
  addSecurityHeaders,
  answerError,
  listRoutes,
  setSecurityHeaders,
} from '#server/http/index.ts'
import { addIdentity, createTokenReader } from '#server/identity/index.ts'
import {
  registerAccessGrantRoutes,
  registerAccountLinkRoutes,
  registerApiKeyRoutes,
  registerEmailVerificationRoutes,
  registerGroupRoutes,
  registerLdapRoutes,
  registerOpenidRoutes,
  registerOrganizationRoutes,
  registerProofRoutes,
  registerRemoteUserRoutes,
  registerSamlRoutes,
  registerSecondFactorRoutes,
  registerSessionRoutes,
  registerSetupRoutes,
  registerUserRoutes,
  registerUserSessionRoutes,
} from '#server/identity/routes.ts'
import { followOldLinks } from '#server/importing/routes.ts'
import { cataloguesOf, type ServerContext } from '#server/kernel/index.ts'
import { measureRequests } from '#server/operator/index.ts'
import { registerMetricsRoutes, registerStatusRoutes } from '#server/operator/routes.ts'
import {
  registerApiDocs,
  registerCspReports,
  registerHelp,
  registerStaticFiles,
  registerWeb,
} from '#server/pages/routes.ts'
import { queryGrants } from '#server/queries/index.ts'
import {
  registerQueryListRoutes,
  registerQueryRoutes,
  registerQueryVersionRoutes,
  registerSnippetRoutes,
  registerVisualizationRoutes,
} from '#server/queries/routes.ts'
import { createFrameReader, holdLargeReplies } from '#server/runs/index.ts'
import {
  registerDropdownRoutes,
  registerJobRoutes,
  registerResultRoutes,
  registerRunHistoryRoutes,
} from '#server/runs/routes.ts'
import {
  registerDataSourceRoutes,
  registerFileRoutes,
  registerGroupSourceRoutes,
  registerLevelRoutes,
} from '#server/sources/routes.ts'

const builtWeb = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** `serve` validates requests and filters replies itself; Fastify's unused compilers would cost 5 MB. */
const withoutSchemas = {
  buildValidator: () => () => {
    throw new Error('Routes are declared with serve(), not with Fastify schemas.')
  },
  buildSerializer: () => () => (data: unknown) => JSON.stringify(data),
}

/** Builds the Fastify instance of the web process with all routes. It does not listen yet. */
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
    // unique over all web processes; a client cannot choose it
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    schemaController: { compilersFactory: withoutSchemas },
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(config, request, reply)
      answerError(error, request, reply)
    },
  })
  const routes = listRoutes(app)
  app.setErrorHandler(answerError)
  addRequestLanguages(app, cataloguesOf(config))
  addSecurityHeaders(app, config)
  addCors(app, config)
  addAccessLog(app)
  followOldLinks(app, context)
  const measured = measureRequests(app, context.pool)
  await app.register(cookie)
  await addBodyParsers(app)
  addIdentity(app, context, createTokenReader(context))
  addBodyRoom(app)
  holdLargeReplies(app)
  const events = createEventRecorder(context)
  recordRequests(app, context, events)
  app.addHook('onClose', () => events.close())

  registerSetupRoutes(app, context)
  registerSessionRoutes(app, context)
  registerOpenidRoutes(app, context)
  registerSamlRoutes(app, context)
  registerOrganizationRoutes(app, context)
  registerEmailVerificationRoutes(app, context)
  registerUserRoutes(app, context)
  registerApiKeyRoutes(app, context)
  registerHandoverRoutes(app, context)
  registerUserSessionRoutes(app, context)
  registerProofRoutes(app, context)
  registerAccountLinkRoutes(app, context)
  registerSecondFactorRoutes(app, context)
  registerLdapRoutes(app, context)
  registerRemoteUserRoutes(app, context)
  registerGroupRoutes(app, context)
  registerDataSourceRoutes(app, context)
  registerGroupSourceRoutes(app, context)
  registerFileRoutes(app, context)
  registerLevelRoutes(app, context)
  registerQueryRoutes(app, context)
  registerQueryListRoutes(app, context)
  registerQueryVersionRoutes(app, context)
  registerDashboardRoutes(app, context)
  registerDashboardListRoutes(app, context)
  registerDashboardVersionRoutes(app, context)
  registerAccessGrantRoutes(app, context, [queryGrants, dashboardGrants])
  registerVisualizationRoutes(app, context)
  registerSnippetRoutes(app, context)
  registerAlertRoutes(app, context)
  registerSubscriptionRoutes(app, context)
  registerDestinationRoutes(app, context)
  registerContentRoutes(app, context)
  registerGitSyncRoutes(app, context)
  registerDeliveryRoutes(app, context)
  const frames = createFrameReader(context.pool)
  registerResultRoutes(app, context, frames)
  registerDashboardResultRoutes(app, context, frames)
  registerPublicDashboardRoutes(app, context, frames)
  registerDropdownRoutes(app, context)
  registerJobRoutes(app, context)
  registerRunHistoryRoutes(app, context)
  registerEventRoutes(app, context, events)
  registerStatusRoutes(app, context)
  registerMetricsRoutes(app, context, measured)
  registerStaticFiles(app)
  registerHelp(app)
  registerApiDocs(app)
  registerCspReports(app, context)
  registerWeb(app, context, webFolder, routes)
  return app
}
