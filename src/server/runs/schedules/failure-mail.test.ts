import { expect, it } from 'vitest'
import { composeFailureMail, type FailureReport } from './failure-mail.ts'

const settings = { publicUrl: 'https://sextant.example.com', maxFailureReports: 100 }
const report = (fields: Partial<FailureReport> = {}): FailureReport => ({
  ...{ query_id: 7, name: 'Flights by day', message: 'relation "flights" does not exist' },
  ...{ schedule_failures: 1, failed_at: new Date('2026-01-05T09:15:20Z') },
  ...fields,
})

it('lists each query and message once, with how often and when last', () => {
  const mail = composeFailureMail(
    [
      report(),
      report({ query_id: 8, name: 'Delays', message: 'timeout' }),
      report({ schedule_failures: 2, failed_at: new Date('2026-01-05T09:20:00Z') }),
      report({ message: 'timeout', schedule_failures: 3, failed_at: new Date('2026-01-05T09:24:00Z') }),
    ],
    settings,
  )
  expect(mail.subject).toBe('Sextant failed to execute 3 of your scheduled queries')
  expect(mail.text).toBe(`These scheduled runs of your queries have failed:

Flights by day (query 7)
https://sextant.example.com/queries/7

Failed 2 times, the last time at 2026-01-05 09:20 UTC.

relation "flights" does not exist

Delays (query 8)
https://sextant.example.com/queries/8

Failed at 2026-01-05 09:15 UTC.

timeout

Flights by day (query 7)
https://sextant.example.com/queries/7

Failed at 2026-01-05 09:24 UTC.

timeout

-- 
You get this mail because you own these queries.`)
  expect(mail.html).toMatch(
    /<a class="link" href="https:\/\/sextant.example.com\/queries\/7"[^>]*>Flights by day \(query 7\)<\/a>/,
  )
  expect(mail.html).toContain('relation &quot;flights&quot; does not exist')
})

it('escapes texts of users and databases', () => {
  const mail = composeFailureMail(
    [
      report({
        name: '<script>x</script>\r\nBcc: eve@example.com',
        message: '</pre><img src=x onerror=alert(1)>',
      }),
    ],
    settings,
  )
  expect(mail.html).not.toMatch(/<script>|<img/)
  expect(mail.html).toContain('&lt;script&gt;x&lt;/script&gt; Bcc: eve@example.com')
  expect(mail.text.split('\n')).not.toContain('Bcc: eve@example.com')
})

it('names queries without links if the address of the instance is unknown', () => {
  const mail = composeFailureMail([report()], { ...settings, publicUrl: null })
  expect(mail.text).toContain('Flights by day (query 7)\n\nFailed at')
  expect(mail.html).not.toContain('<a ')
})

it('announces the end of reports, above three quarters of their number', () => {
  const note = 'Reports end when it has failed 100 times'
  expect(composeFailureMail([report({ schedule_failures: 75 })], settings).text).not.toContain(note)
  const warned = composeFailureMail([report({ schedule_failures: 76 })], settings)
  expect(warned.text).toContain('This query has failed 76 times in a row.')
  expect(warned.text).toContain(note)
  expect(warned.html).toContain(note)
})

it('lists a hundred failures and counts the others', () => {
  const many = Array.from({ length: 102 }, (_, index) => report({ query_id: index + 1 }))
  const mail = composeFailureMail(many, settings)
  expect(mail.subject).toContain('102 of your')
  expect(mail.text).toContain('2 more failures are not listed here.')
  expect(mail.text).not.toContain('(query 101)')
})
