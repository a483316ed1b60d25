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
