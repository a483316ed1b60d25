import type { Settings } from './setting.ts'
import * as kind from './setting-kinds.ts'

/** Sign-ins besides passwords that the operator sets up. SAML is set up by admins, on the settings page. */
export const signInSettings = {
  googleClientId: {
    env: 'SEXTANT_GOOGLE_CLIENT_ID',
    kind: kind.text,
    default: null,
    defaultText: 'none: nobody logs in with Google',
    about:
      'Client ID from the Google Cloud console; with SEXTANT_GOOGLE_CLIENT_SECRET people log in with Google.',
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
    about: 'Address of Google that answers for its accounts; another one only in tests.',
  },
  openidIssuer: {
    env: 'SEXTANT_OPENID_ISSUER',
    kind: kind.issuer,
    default: null,
    defaultText: 'none: nobody logs in with OpenID Connect',
    about:
      'Issuer of an OpenID Connect provider; with a client ID people log in with it. Its /.well-known/openid-configuration tells the rest.',
  },
  openidClientId: {
    env: 'SEXTANT_OPENID_CLIENT_ID',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about: 'Client ID that the OpenID Connect provider has given to this instance.',
  },
  openidClientSecret: {
    env: 'SEXTANT_OPENID_CLIENT_SECRET',
    kind: kind.text,
    default: null,
    defaultText: 'none: a public client, which proves itself by PKCE alone',
    about: 'Client secret that the OpenID Connect provider has given to this instance.',
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
    about: 'Scopes, separated by commas, that the OpenID Connect provider is asked for.',
  },
  openidTrustsEmails: {
    env: 'SEXTANT_OPENID_TRUST_EMAILS',
    kind: kind.boolean,
    default: false,
    about:
      'Whether email addresses are believed where the OpenID Connect provider does not say that it has verified them (Microsoft Entra ID does not); only for providers whose users cannot change their own addresses.',
  },
  openidGroupsClaim: {
    env: 'SEXTANT_OPENID_GROUPS_CLAIM',
    kind: kind.text,
    default: null,
    defaultText: 'none: groups are managed in Sextant',
    about:
      'Claim of the OpenID Connect provider that holds the names of the groups of a person; at each login it replaces the groups here by those of the same names and "default".',
  },
  openidAllowedDomains: {
    env: 'SEXTANT_OPENID_ALLOWED_DOMAINS',
    kind: kind.textList,
    default: [],
    defaultText: 'everyone whom the provider knows',
    about:
      'Domains, separated by commas, of the email addresses that may become users by OpenID Connect; people with other addresses have to be invited.',
  },
  providersNameAdmins: {
    env: 'SEXTANT_PROVIDERS_NAME_ADMINS',
    kind: kind.boolean,
    default: false,
    about:
      'Whether groups that a provider names at a login may make people admins, and take that from them; otherwise they do so for all groups but those of admins.',
  },
} satisfies Partial<Settings>
