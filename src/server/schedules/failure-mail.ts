import { escapeHtml } from '../pages/page.ts'

/** One scheduled run that failed. */
export interface FailureReport {
  query_id: number
  name: string
  message: string
  /** in a row, this one included */
  schedule_failures: number
  failed_at: Date
}

interface MailSettings {
  /** public address of the instance; null: queries are named without a link */
  publicUrl: string | null
  maxFailureReports: number
}

/** Share of the reports after which the mail says that there will be no more. */
const warnAt = 0.75
/** More would make no better mail. */
const mostListed = 100

/**
 * The mail to an owner: failures grouped by query and message, each with how often and when last (reference-api 6.8).
 * Times are UTC.
 */
export function composeFailureMail(
  reports: readonly FailureReport[],
  settings: MailSettings,
): { subject: string; text: string; html: string } {
  const groups = groupFailures(reports)
  const listed = groups.slice(0, mostListed)
  const rest = groups.length - listed.length
  const more = rest > 0 ? `${rest} more ${rest === 1 ? 'failure is' : 'failures are'} not listed here.` : null
  const subject = `Sextant failed to execute ${groups.length} of your scheduled queries`
  return {
    subject,
    text: [
      'These scheduled runs of your queries have failed:',
      ...listed.map((group) => textOf(group, settings)),
      ...(more === null ? [] : [more]),
    ].join('\n\n'),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; font-size: 14px; line-height: 1.5">
<p>These scheduled runs of your queries have failed:</p>
${listed.map((group) => htmlOf(group, settings)).join('\n')}
${more === null ? '' : `<p>${more}</p>`}
</body></html>`,
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

/** By query and message, in the order in which they first failed. */
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

function textOf(group: FailureGroup, settings: MailSettings): string {
  const lines = [
    `${plain(group.name)} (query ${group.query_id})`,
    linkOf(group, settings),
    whenOf(group),
    group.message,
    noteOf(group, settings),
  ]
  return lines.filter((line) => line !== null).join('\n')
}

function htmlOf(group: FailureGroup, settings: MailSettings): string {
  const link = linkOf(group, settings)
  const name = escapeHtml(plain(group.name))
  const note = noteOf(group, settings)
  return `<h3 style="margin: 16px 0 0; font-size: 16px">${
    link === null ? `${name} (query ${group.query_id})` : `<a href="${escapeHtml(link)}">${name}</a>`
  }</h3>
<p style="margin: 0">${whenOf(group)}</p>
<pre style="margin: 4px 0; white-space: pre-wrap">${escapeHtml(group.message)}</pre>${
    note === null ? '' : `\n<p style="margin: 0"><em>${note}</em></p>`
  }`
}

/** A name is one line, whatever somebody has put into it. */
function plain(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

function linkOf({ query_id }: FailureGroup, { publicUrl }: MailSettings): string | null {
  return publicUrl === null ? null : `${publicUrl}/queries/${query_id}`
}

function whenOf({ count, failed_at }: FailureGroup): string {
  const at = `${failed_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return count === 1 ? `Failed at ${at}.` : `Failed ${count} times, the last time at ${at}.`
}

function noteOf({ schedule_failures }: FailureGroup, { maxFailureReports }: MailSettings): string | null {
  if (schedule_failures <= maxFailureReports * warnAt) return null
  return `This query has failed ${schedule_failures} times in a row. Reports end when it has failed ${maxFailureReports} times, until a run succeeds.`
}
