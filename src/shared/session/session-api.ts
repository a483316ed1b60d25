import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id } from '../http/schemas.ts'

/** Facts of the instance and the organization for the browser (docs/reference/api-conventions.md#client-config). */
export const ClientConfig = Type.Object({
  version: Type.Optional(Type.String()),
  newVersionAvailable: Type.Optional(Type.Boolean()),
  /** the newer version, if available */
  newestVersion: Type.Optional(Type.String()),
  showBeaconConsentMessage: Type.Optional(Type.Boolean()),
  allowScriptsInUserInput: Type.Boolean(),
  showPermissionsControl: Type.Boolean(),
  hidePlotlyModeBar: Type.Boolean(),
  disablePublicUrls: Type.Boolean(),
  multiByteSearchEnabled: Type.Boolean(),
  allowCustomJSVisualizations: Type.Boolean(),
  autoPublishNamedQueries: Type.Boolean(),
  extendedAlertOptions: Type.Boolean(),
  mailSettingsMissing: Type.Boolean(),
  dashboardRefreshIntervals: Type.Array(Type.Integer()),
  queryRefreshIntervals: Type.Array(Type.Integer()),
  /** false: the operator has stopped all scheduled runs */
  refreshesQueries: Type.Boolean(),
  googleLoginEnabled: Type.Boolean(),
  openidLoginEnabled: Type.Boolean(),
  ldapLoginEnabled: Type.Boolean(),
  remoteUserLoginEnabled: Type.Boolean(),
  jwtLoginEnabled: Type.Boolean(),
  pageSize: Type.Integer(),
  pageSizeOptions: Type.Array(Type.Integer()),
  tableCellMaxJSONSize: Type.Integer(),
  basePath: Type.String(),
  dateFormat: Type.String(),
  dateFormatList: Type.Array(Type.String()),
  timeFormatList: Type.Array(Type.String()),
  dateTimeFormat: Type.String(),
  integerFormat: Type.String(),
  floatFormat: Type.String(),
  thousandsSeparator: Type.String(),
  decimalSeparator: Type.String(),
  nullValue: Type.String(),
  /** a new password also creates a new API key */
  renewApiKeyWithPassword: Type.Boolean(),
  /** IANA zone of the organization */
  timeZone: Type.String(),
})
export type ClientConfig = Static<typeof ClientConfig>

export const SessionUser = Type.Object({
  profile_image_url: Type.String(),
  id: Id,
  name: Type.String(),
  email: Type.String(),
  groups: Type.Array(Id),
  permissions: Type.Array(Type.String()),
})
export type SessionUser = Static<typeof SessionUser>

/** Notices on the home page. */
const SessionMessage = Type.Union([
  Type.Literal('email-not-verified'),
  Type.Literal('using-deprecated-embed-feature'),
])
export type SessionMessage = Static<typeof SessionMessage>

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  access: 'signed-in',
  isForEnrolment: true,
  reply: Type.Object({
    /** present when the organization requires a second factor and the user has none: nothing else answers until then */
    needs_second_factor: Type.Optional(Type.Literal(true)),
    user: SessionUser,
    messages: Type.Array(SessionMessage),
    org_slug: Type.String(),
    client_config: ClientConfig,
  }),
})

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  access: 'anyone',
  reply: Type.Object({ org_slug: Type.String(), client_config: ClientConfig }),
})

export const getOrganizationStatus = endpoint({
  method: 'GET',
  path: '/api/organization/status',
  access: 'signed-in',
  reply: Type.Object({
    object_counters: Type.Object({
      users: Type.Integer(),
      alerts: Type.Integer(),
      data_sources: Type.Integer(),
      queries: Type.Integer(),
      dashboards: Type.Integer(),
    }),
  }),
})

/** A form field or a JSON field; absent counts as empty, so that the reply can name it. */
const formText = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

/** The reply to JSON clients after a login; forms get a 302. */
export const SignedIn = Type.Object({ user: SessionUser, next: Type.String() })
export type SignedIn = Static<typeof SignedIn>

/** Where to go afterwards. */
export const NextQuery = Type.Object({ next: Type.Optional(Type.String({ maxLength: 8000 })) })

/** `code`: of the second factor, for programs that already have it. */
export const LogInForm = Type.Object({
  email: Type.String({ maxLength: 1000 }),
  password: Type.String({ maxLength: 1000 }),
  remember: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 10 })])),
  code: Type.Optional(Type.String({ maxLength: 100 })),
})

/**
 * Takes form fields or JSON (docs/reference/api-access.md#login). `remember`: by presence in forms, a boolean in JSON.
 * Programs may send the code of a second factor with it; otherwise a separate step requires it (`/login/code`).
 */
export const logIn = endpoint({
  method: 'POST',
  path: '/login',
  access: 'anyone',
  query: NextQuery,
  body: LogInForm,
  reply: SignedIn,
  errors: [
    'auth.wrong_credentials',
    'auth.busy',
    'auth.password_login_disabled',
    'auth.code_needed',
    'auth.wrong_code',
    'request.rate_limited',
    'request.csrf',
  ],
})

/** Takes form fields or JSON (docs/reference/api-access.md#set-up); refused once a user exists. */
export const setUp = endpoint({
  method: 'POST',
  path: '/setup',
  access: 'anyone',
  body: Type.Object({
    name: formText(320),
    email: formText(255),
    password: formText(1000),
    org_name: formText(255),
    security_notifications: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 10 })])),
    newsletter: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 10 })])),
  }),
  reply: SignedIn,
  errors: ['setup.done', 'setup.invalid', 'request.csrf'],
})
