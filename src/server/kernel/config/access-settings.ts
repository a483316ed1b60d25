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
      'Private host names and networks (10.1.0.0/16), separated by commas, that URL sources and alerts may reach.',
  },
  corsOrigins: {
    env: 'SEXTANT_CORS_ORIGINS',
    kind: kind.originList,
    default: [],
    defaultText: 'none',
    about: 'Origins, separated by commas, whose pages may read and run query results; * for every one.',
  },
  corsCredentials: {
    env: 'SEXTANT_CORS_CREDENTIALS',
    kind: kind.boolean,
    default: false,
    about: 'Whether pages of the origins named in SEXTANT_CORS_ORIGINS may use the session of the visitor.',
  },
  loginsPerHour: {
    env: 'SEXTANT_LOGINS_PER_HOUR',
    kind: kind.integer(1, 1_000_000),
    default: 50,
    about:
      'Failed attempts to log in that one network address may make in an hour, whatever the account; at one account twice as many may fail, whatever the network.',
  },
  passwordResetsPerHour: {
    env: 'SEXTANT_PASSWORD_RESETS_PER_HOUR',
    kind: kind.integer(1, 1_000_000),
    default: 10,
    about: 'Times that one network address may ask for a link to reset a forgotten password in an hour.',
  },
  newUsersPerHour: {
    env: 'SEXTANT_NEW_USERS_PER_HOUR',
    kind: kind.integer(1, 1_000_000),
    default: 50,
    about: 'Invitations that may be sent from one network address in an hour.',
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
    about: 'Life of a session without "Remember Me", counted from its last use.',
  },
  rememberSeconds: {
    env: 'SEXTANT_REMEMBER_SECONDS',
    kind: kind.integer(minute, 3660 * day, 'seconds'),
    default: 31 * day,
    about: 'Life of a session with "Remember Me".',
  },
} satisfies Partial<Settings>
