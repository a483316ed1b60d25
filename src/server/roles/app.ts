import { fileURLToPath } from 'node:url'
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { registerAccountLinkRoutes } from '../identity/account-links/account-link-routes.ts'
import { registerAlertRoutes } from '../alerting/alerts/alert-routes.ts'
import { registerSubscriptionRoutes } from '../alerting/alerts/subscription-routes.ts'
import { registerDashboardResultRoutes } from '../dashboards/dashboard-results/dashboard-results-routes.ts'
import { dashboardGrants } from '../dashboards/dashboard-grants.ts'
import { registerDashboardListRoutes } from '../dashboards/dashboard-list-routes.ts'
import { registerDashboardRoutes } from '../dashboards/dashboard-routes.ts'
import { registerDashboardVersionRoutes } from '../dashboards/dashboard-version-routes.ts'
import { registerDataSourceRoutes } from '../sources/data-sources/data-source-routes.ts'
import { registerGroupSourceRoutes } from '../sources/data-sources/group-source-routes.ts'
import { registerDeliveryRoutes } from '../alerting/deliveries/delivery-routes.ts'
import { registerDestinationRoutes } from '../alerting/destinations/destination-routes.ts'
import { registerEmailVerificationRoutes } from '../identity/email-verification/email-verification-routes.ts'
import { createEventRecorder } from '../audit/event-recorder.ts'
import { registerEventRoutes } from '../audit/event-routes.ts'
import { recordRequests } from '../audit/record-requests.ts'
import { registerGroupRoutes } from '../identity/groups/group-routes.ts'
import { registerHandoverRoutes } from '../handover/handover-routes.ts'
import { addAccessLog } from '../http/access-log.ts'
import { answerError } from '../http/answer-error.ts'
import { addBodyParsers } from '../http/body-parsers.ts'
import { addCors } from '../http/cors.ts'
import { listRoutes } from '../http/route-list.ts'
import { addSecurityHeaders, setSecurityHeaders } from '../http/security-headers.ts'
import { registerJobRoutes } from '../runs/jobs/job-routes.ts'
import { createTokenReader } from '../identity/jwt/read-token.ts'
import { registerLdapRoutes } from '../identity/ldap/ldap-routes.ts'
import { measureRequests } from '../operator/metrics/measure-requests.ts'
import { registerMetricsRoutes } from '../operator/metrics/metrics-routes.ts'
import { registerOpenidRoutes } from '../identity/openid/openid-routes.ts'
import { registerOrganizationRoutes } from '../identity/organizations/organization-routes.ts'
import { registerHelp } from '../pages/help-routes.ts'
import { registerStaticFiles, registerWeb } from '../pages/page-routes.ts'
import { registerAccessGrantRoutes } from '../identity/permissions/access-grant-routes.ts'
import { registerPublicDashboardRoutes } from '../dashboards/public-dashboards/public-dashboard-routes.ts'
import { queryGrants } from '../queries/query-grants.ts'
import { registerQueryListRoutes } from '../queries/query-list-routes.ts'
import { registerQueryRoutes } from '../queries/query-routes.ts'
import { registerQueryVersionRoutes } from '../queries/query-version-routes.ts'
import { registerRemoteUserRoutes } from '../identity/remote-user/remote-user-routes.ts'
import { registerDropdownRoutes } from '../runs/results/dropdown-routes.ts'
import { createFrameReader } from '../runs/results/result-frames.ts'
import { registerResultRoutes } from '../runs/results/result-routes.ts'
import { registerSamlRoutes } from '../identity/saml/saml-routes.ts'
import { registerSecondFactorRoutes } from '../identity/second-factor/second-factor-routes.ts'
import type { ServerContext } from '../kernel/server-context.ts'
import { addIdentity } from '../identity/session/identify.ts'
import { registerProofRoutes } from '../identity/session/proof-routes.ts'
import { registerSessionRoutes } from '../identity/session/session-routes.ts'
import { registerUserSessionRoutes } from '../identity/session/user-session-routes.ts'
import { registerSetupRoutes } from '../identity/setup/setup-routes.ts'
import { registerSnippetRoutes } from '../queries/snippets/snippet-routes.ts'
import { registerStatusRoutes } from '../operator/status/status-routes.ts'
import { registerUserRoutes } from '../identity/users/user-routes.ts'
import { registerVisualizationRoutes } from '../queries/visualizations/visualization-routes.ts'

const builtWeb = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** `serve` reads requests and filters replies by itself; Fastify's own compilers would cost 5 MB for nothing. */
const withoutSchemas = {
  buildValidator: () => () => {
    throw new Error('Routes are declared with serve(), not with Fastify schemas.')
  },
  buildSerializer: () => () => (data: unknown) => JSON.stringify(data),
}

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
    schemaController: { compilersFactory: withoutSchemas },
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(config, request, reply)
      answerError(error, request, reply)
    },
  })
  const routes = listRoutes(app)
  app.setErrorHandler(answerError)
  addSecurityHeaders(app, config)
  addCors(app, config)
  addAccessLog(app)
  const measured = measureRequests(app, context.pool)
  await app.register(cookie)
  await addBodyParsers(app)
  addIdentity(app, context, createTokenReader(context))
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
  registerDeliveryRoutes(app, context)
  const frames = createFrameReader(context.pool)
  registerResultRoutes(app, context, frames)
  registerDashboardResultRoutes(app, context, frames)
  registerPublicDashboardRoutes(app, context, frames)
  registerDropdownRoutes(app, context)
  registerJobRoutes(app, context)
  registerEventRoutes(app, context, events)
  registerStatusRoutes(app, context)
  registerMetricsRoutes(app, context, measured)
  registerStaticFiles(app)
  registerHelp(app)
  registerWeb(app, context, webFolder, routes)
  return app
}
