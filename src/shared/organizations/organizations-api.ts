import { type Static, type TNull, type TOptional, type TSchema, type TUnion, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Nullable } from '../http/schemas.ts'

const On = Type.Boolean()
const Text = Type.String({ maxLength: 1000 })
const LongText = Type.String({ maxLength: 20_000 })
const Format = Type.String({ maxLength: 50 })
const Separator = Type.String({ maxLength: 3 })

/** Algorithms of signed tokens; `none` is not allowed, because it signs nothing. */
const JwtAlgorithm = Type.String({ pattern: '^(HS|RS|ES|PS)(256|384|512)$' })

const fields = {
  date_format: Format,
  time_format: Format,
  integer_format: Format,
  float_format: Format,
  thousands_separator: Separator,
  decimal_separator: Separator,
  null_value: Type.String({ maxLength: 100 }),
  time_zone: Format,
  multi_byte_search_enabled: On,
  feature_show_permissions_control: On,
  send_email_on_failed_scheduled_queries: On,
  hide_plotly_mode_bar: On,
  disable_public_urls: On,
  renew_api_key_with_password: On,
  auth_password_login_enabled: On,
  auth_second_factor_required: On,
  auth_google_apps_domains: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 100 }),
  auth_saml_enabled: On,
  auth_saml_type: Format,
  auth_saml_entity_id: Text,
  auth_saml_metadata_url: Text,
  auth_saml_nameid_format: Text,
  auth_saml_sso_url: Text,
  auth_saml_x509_cert: LongText,
  auth_saml_sp_settings: LongText,
  auth_jwt_login_enabled: On,
  auth_jwt_auth_issuer: Text,
  auth_jwt_auth_public_certs_url: Text,
  auth_jwt_auth_audience: Text,
  auth_jwt_auth_algorithms: Type.Array(JwtAlgorithm, { maxItems: 20 }),
  auth_jwt_auth_cookie_name: Format,
  auth_jwt_auth_header_name: Format,
}

/** Refresh intervals of the instance that the organization allows, in seconds. */
const AllowedIntervals = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { maxItems: 100 })

const KeyDays = Type.Integer({ minimum: 1, maximum: 3650 })

/** Effective settings: the stored ones merged with the defaults (docs/reference/api-administration.md#settings). */
const SettingsInForce = Type.Object({
  ...fields,
  /** absent until an admin has answered */
  beacon_consent: Type.Optional(On),
  /** null: every interval of the instance */
  query_refresh_intervals: Nullable(AllowedIntervals),
  /** each new API key with scopes must expire within this many days; null: it need not */
  api_key_max_days: Nullable(KeyDays),
})
export type SettingsInForce = Static<typeof SettingsInForce>

type Changeable<F extends Record<string, TSchema>> = { [K in keyof F]: TOptional<TUnion<[F[K], TNull]>> }

/** Each field may be absent (unchanged) or null (reset to the default). */
function changeable<F extends Record<string, TSchema>>(given: F): Changeable<F> {
  const entries = Object.entries(given).map(([name, field]) => [name, Type.Optional(Nullable(field))])
  return Object.fromEntries(entries) as Changeable<F>
}

export const getOrganizationSettings = endpoint({
  method: 'GET',
  path: '/api/settings/organization',
  access: ['admin'],
  reply: Type.Object({ settings: SettingsInForce }),
})

const changes = changeable({
  ...fields,
  beacon_consent: On,
  query_refresh_intervals: AllowedIntervals,
  api_key_max_days: KeyDays,
})

/** Names of the settings that admins may change. */
export const changeableSettings: ReadonlySet<string> = new Set(Object.keys(changes))

/** Accepts any part of the settings; an invalid value or unknown key saves nothing. */
export const saveOrganizationSettings = endpoint({
  method: 'POST',
  path: '/api/settings/organization',
  access: ['admin'],
  body: Type.Object(changes),
  unknownKeys: 'refuse',
  reply: Type.Object({ settings: SettingsInForce }),
  errors: ['request.unsupported_media_type', 'auth.prove_again', 'auth.session_needed'],
})
