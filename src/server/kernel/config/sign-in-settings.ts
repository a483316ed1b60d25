import type { Settings } from './setting.ts'
import * as kind from './setting-kinds.ts'

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
} satisfies Partial<Settings>
