import { day, hour, minute, type Settings } from './setting.ts'
import * as kind from './setting-kinds.ts'

/** Who may reach what, from where, how often and for how long. */
export const accessSettings = {
  allowedPrivateHosts: {
    env: 'SEXTANT_ALLOWED_PRIVATE_HOSTS',
    kind: kind.textList,
    default: [],
    defaultText: 'none',
    about:
      'Private host names and networks (10.1.0.0/16), separated by commas, that data sources with URLs and alert destinations may reach.',
  },
  corsOrigins: {
    env: 'SEXTANT_CORS_ORIGINS',
    kind: kind.originList,
    default: [],
    defaultText: 'none',
    about: 'Origins, separated by commas, whose pages may run queries and read results; * for all origins.',
  },
  corsCredentials: {
    env: 'SEXTANT_CORS_CREDENTIALS',
    kind: kind.boolean,
    default: false,
    about: 'Whether pages of the origins in SEXTANT_CORS_ORIGINS may use the session of the user.',
  },
  loginsPerHour: {
    env: 'SEXTANT_LOGINS_PER_HOUR',
    kind: kind.integer(1, 1_000_000),
    default: 50,
    about:
      'Maximum failed logins per hour from one network address, for any account. One account can have twice as many, from any network.',
  },
  passwordResetsPerHour: {
    env: 'SEXTANT_PASSWORD_RESETS_PER_HOUR',
    kind: kind.integer(1, 1_000_000),
    default: 10,
    about: 'Maximum requests per hour for a password reset link from one network address.',
  },
  newUsersPerHour: {
    env: 'SEXTANT_NEW_USERS_PER_HOUR',
    kind: kind.integer(1, 1_000_000),
    default: 50,
    about: 'Maximum invitations per hour from one network address.',
  },
  blockedDomains: {
    env: 'SEXTANT_BLOCKED_DOMAINS',
    kind: kind.textList,
    default: [],
    defaultText: 'none',
    about: 'Domains, separated by commas, whose email addresses are refused for users.',
  },
  sessionSeconds: {
    env: 'SEXTANT_SESSION_SECONDS',
    kind: kind.integer(minute, 366 * day, 'seconds'),
    default: 6 * hour,
    about: 'Lifetime of a session without "Remember me", counted from its last use.',
  },
  rememberSeconds: {
    env: 'SEXTANT_REMEMBER_SECONDS',
    kind: kind.integer(minute, 3660 * day, 'seconds'),
    default: 31 * day,
    about: 'Lifetime of a session with "Remember me".',
  },
} satisfies Partial<Settings>

/** Sign-ins besides passwords that the operator sets up. SAML is set up by admins, on the settings page. */
export const signInSettings = {
  googleClientId: {
    env: 'SEXTANT_GOOGLE_CLIENT_ID',
    kind: kind.text,
    default: null,
    defaultText: 'none: login with Google is off',
    about:
      'Client ID from the Google Cloud console; together with SEXTANT_GOOGLE_CLIENT_SECRET it switches on login with Google.',
  },
  googleClientSecret: {
    env: 'SEXTANT_GOOGLE_CLIENT_SECRET',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about: 'Client secret from the Google Cloud console.',
    secret: true,
  },
  googleIssuer: {
    env: 'SEXTANT_GOOGLE_ISSUER',
    kind: kind.issuer,
    default: 'https://accounts.google.com',
    about: 'Issuer of Google accounts; change it only in tests.',
  },
  openidIssuer: {
    env: 'SEXTANT_OPENID_ISSUER',
    kind: kind.issuer,
    default: null,
    defaultText: 'none: login with OpenID Connect is off',
    about:
      'Issuer of an OpenID Connect provider; together with a client ID it switches on login with this provider. The other addresses come from its /.well-known/openid-configuration.',
  },
  openidClientId: {
    env: 'SEXTANT_OPENID_CLIENT_ID',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about: 'Client ID of this instance at the OpenID Connect provider.',
  },
  openidClientSecret: {
    env: 'SEXTANT_OPENID_CLIENT_SECRET',
    kind: kind.text,
    default: null,
    defaultText: 'none: a public client, which uses only PKCE',
    about: 'Client secret of this instance at the OpenID Connect provider.',
    secret: true,
  },
  openidName: {
    env: 'SEXTANT_OPENID_NAME',
    kind: kind.text,
    default: 'OpenID Connect',
    about: 'Name of the OpenID Connect provider on the login page: "Log in with …".',
  },
  openidScopes: {
    env: 'SEXTANT_OPENID_SCOPES',
    kind: kind.textList,
    default: ['openid', 'email', 'profile'],
    about: 'Scopes, separated by commas, requested from the OpenID Connect provider.',
  },
  openidTrustsEmails: {
    env: 'SEXTANT_OPENID_TRUST_EMAILS',
    kind: kind.boolean,
    default: false,
    about:
      'Whether to trust email addresses if the OpenID Connect provider does not say that it has verified them (Microsoft Entra ID does not). Only for providers whose users cannot change their own addresses.',
  },
  openidGroupsClaim: {
    env: 'SEXTANT_OPENID_GROUPS_CLAIM',
    kind: kind.text,
    default: null,
    defaultText: 'none: groups are managed in Sextant',
    about:
      'Claim of the OpenID Connect provider with the names of the user’s groups. At each login, the groups of the user here are replaced by the groups with the same names and "default".',
  },
  openidAllowedDomains: {
    env: 'SEXTANT_OPENID_ALLOWED_DOMAINS',
    kind: kind.textList,
    default: [],
    defaultText: 'all users of the provider',
    about:
      'Domains, separated by commas, whose email addresses become users when they log in with OpenID Connect; others must be invited.',
  },
  providersNameAdmins: {
    env: 'SEXTANT_PROVIDERS_NAME_ADMINS',
    kind: kind.boolean,
    default: false,
    about:
      'Whether a provider may also add users to admin groups and remove them at login. If false, it manages all groups except admin groups.',
  },
  provingLogins: {
    env: 'SEXTANT_PROVING_LOGINS',
    kind: kind.listOf('google', 'openid', 'saml', 'remote_user', 'jwt'),
    default: [],
    defaultText: 'none',
    about:
      'Login methods, separated by commas (google, openid, saml, remote_user, jwt), whose every login confirms who the user is. Only for services that ask for the password each time, or if you accept that an unattended browser can change accounts.',
  },
} satisfies Partial<Settings>
