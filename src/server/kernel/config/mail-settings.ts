import { day, hour, minute, type Settings } from './setting.ts'
import * as kind from './setting-kinds.ts'

/** Mails, and what they tell. */
export const mailSettings = {
  failureMailMinutes: {
    env: 'SEXTANT_FAILURE_MAIL_MINUTES',
    kind: kind.integer(1, day / minute, 'minutes'),
    default: hour / minute,
    about:
      'Time between two mails that tell the owner of queries which of their scheduled runs have failed, where the organisation wants such mails.',
  },
  maxFailureReports: {
    env: 'SEXTANT_MAX_FAILURE_REPORTS',
    kind: kind.integer(1, 1_000_000),
    default: 100,
    about: 'Failures in a row of one scheduled query after which they are reported by mail no more.',
  },
  mailServer: {
    env: 'SEXTANT_MAIL_SERVER',
    kind: kind.hostName,
    default: 'localhost',
    about: 'SMTP server through which mails are sent.',
  },
  mailPort: {
    env: 'SEXTANT_MAIL_PORT',
    kind: kind.integer(1, 65_535),
    default: 25,
    about: 'Port of the SMTP server.',
  },
  mailUseTls: {
    env: 'SEXTANT_MAIL_USE_TLS',
    kind: kind.boolean,
    default: false,
    about: 'Whether the connection to the SMTP server must change to TLS (STARTTLS) before anything is sent.',
  },
  mailUseSsl: {
    env: 'SEXTANT_MAIL_USE_SSL',
    kind: kind.boolean,
    default: false,
    about: 'Whether the SMTP server speaks TLS from the start, as on port 465.',
  },
  mailUsername: {
    env: 'SEXTANT_MAIL_USERNAME',
    kind: kind.text,
    default: null,
    defaultText: 'none: no login',
    about: 'User name for the SMTP server.',
  },
  mailPassword: {
    env: 'SEXTANT_MAIL_PASSWORD',
    kind: kind.text,
    default: null,
    defaultText: 'none',
    about: 'Password for the SMTP server.',
    secret: true,
  },
  mailDefaultSender: {
    env: 'SEXTANT_MAIL_DEFAULT_SENDER',
    kind: kind.mailSender,
    default: null,
    defaultText: 'none: no mails are sent',
    about:
      'Address from which mails come; only an instance that has one sends mails. Set SEXTANT_URL as well, for the links in them.',
  },
} satisfies Partial<Settings>
