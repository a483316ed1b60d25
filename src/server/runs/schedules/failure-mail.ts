import { composeMail, type MailPart } from '#shared/mails/mail-layout.ts'
import { plural, t } from '#shared/messages/translate.ts'

/** One scheduled run that failed. */
export interface FailureReport {
  query_id: number
  name: string
  message: string
  /** consecutive failures, this one included */
  schedule_failures: number
  failed_at: Date
}

interface MailSettings {
  /** public address of the instance; null: no links to queries */
  publicUrl: string | null
  maxFailureReports: number
}

/** From this share of the max reports, the mail says that no more will follow. */
const warnAt = 0.75
/** Limit that keeps the mail readable. */
const maxListed = 100

/**
 * The mail to an owner: failures grouped by query and message, each with its count and last time
 * (docs/reference/api-queries.md#failure-mails). Times are UTC.
 */
export function composeFailureMail(
  reports: readonly FailureReport[],
  settings: MailSettings,
): { subject: string; text: string; html: string } {
  const groups = groupFailures(reports)
  const listed = groups.slice(0, maxListed)
  const rest = groups.length - listed.length
  const subject = t('Sextant failed to execute {n} of your scheduled queries', { n: groups.length })
  const mail = composeMail({
    title: subject,
    parts: [
      { kind: 'text', text: t('These scheduled runs of your queries have failed:') },
      ...listed.flatMap((group) => partsOf(group, settings)),
      ...(rest === 0 ? [] : [moreParts(rest)]),
    ],
    footer: t('You get this mail because you own these queries.'),
  })
  return { subject, ...mail }
}

function moreParts(rest: number): MailPart {
  return {
    kind: 'quiet',
    text: plural(rest, {
      one: '{count} more failure is not listed here.',
      other: '{count} more failures are not listed here.',
    }),
  }
}

interface FailureGroup {
  query_id: number
  name: string
  message: string
  count: number
  failed_at: Date
  schedule_failures: number
}

/** By query and message, in the order of first failure. */
function groupFailures(reports: readonly FailureReport[]): FailureGroup[] {
  const alike = Map.groupBy(reports, (report) => `${report.query_id}:${report.message}`)
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    return {
      query_id: first.query_id,
      name: first.name,
      message: first.message,
      count: group.length,
      failed_at: new Date(Math.max(...group.map((report) => report.failed_at.getTime()))),
      schedule_failures: Math.max(...group.map((report) => report.schedule_failures)),
    }
  })
}

function partsOf(group: FailureGroup, settings: MailSettings): MailPart[] {
  const note = noteOf(group, settings)
  const name = t('{name} (query {id})', { name: plain(group.name), id: group.query_id })
  return [
    { kind: 'heading', text: name, href: linkOf(group, settings) },
    { kind: 'quiet', text: whenOf(group) },
    { kind: 'code', text: group.message },
    ...(note === null ? [] : [{ kind: 'quiet', text: note } as const]),
  ]
}

/** Reduces a name to one line: users may put line breaks into it. */
function plain(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

function linkOf({ query_id }: FailureGroup, { publicUrl }: MailSettings): string | null {
  return publicUrl === null ? null : `${publicUrl}/queries/${query_id}`
}

function whenOf({ count, failed_at }: FailureGroup): string {
  const at = `${failed_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return plural(
    count,
    { one: 'Failed at {at}.', other: 'Failed {count} times, the last time at {at}.' },
    { at },
  )
}

function noteOf({ schedule_failures }: FailureGroup, { maxFailureReports }: MailSettings): string | null {
  if (schedule_failures <= maxFailureReports * warnAt) return null
  return t(
    'This query has failed {times} times in a row. Reports end when it has failed {max} times, until a run succeeds.',
    { times: schedule_failures, max: maxFailureReports },
  )
}
