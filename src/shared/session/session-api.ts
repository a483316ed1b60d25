import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id } from '../http/schemas.ts'

/** What the browser needs to know of the instance and the organisation (reference-api 5.1). */
export const ClientConfig = Type.Object({
  version: Type.Optional(Type.String()),
  newVersionAvailable: Type.Optional(Type.Boolean()),
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
  googleLoginEnabled: Type.Boolean(),
  ldapLoginEnabled: Type.Boolean(),
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

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  access: 'signed-in',
  reply: Type.Object({
    user: SessionUser,
    messages: Type.Array(Type.String()),
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
