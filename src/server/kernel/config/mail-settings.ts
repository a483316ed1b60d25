import { day, hour, minute, type Settings } from './setting.ts'
import * as kind from './setting-kinds.ts'

/** Mails, and what they tell. */
export const mailSettings = {
  failureMailMinutes: {
    env: 'SEXTANT_FAILURE_MAIL_MINUTES',
    kind: kind.integer(1, day / minute, 'minutes'),
    default: hour / minute,
    about:
      'Time between two emails that report failed scheduled runs to the owner of the queries, if the organization has switched them on.',
  },
  maxFailureReports: {
    env: 'SEXTANT_MAX_FAILURE_REPORTS',
    kind: kind.integer(1, 1_000_000),
    default: 100,
    about: 'Maximum failures in a row of one scheduled query that are reported by email.',
  },
  mailServer: {
    env: 'SEXTANT_MAIL_SERVER',
    kind: kind.hostName,
    default: 'localhost',
    about: 'SMTP server for outgoing emails.',
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
    about: 'Whether the connection to the SMTP server must switch to TLS (STARTTLS) before anything is sent.',
  },
  mailUseSsl: {
    env: 'SEXTANT_MAIL_USE_SSL',
    kind: kind.boolean,
    default: false,
    about: 'Whether the connection to the SMTP server uses TLS from the start, as on port 465.',
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
    defaultText: 'none: no emails are sent',
    about:
      'Sender address of emails; without it, no emails are sent. Also set SEXTANT_URL, for the links in them.',
  },
} satisfies Partial<Settings>
