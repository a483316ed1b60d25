import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { composeMessage, type MessageFacts } from './compose-message.ts'

const hostile = `<b>&"'{{ALERT_URL}}*_|`
const day = new Date('2026-03-01T12:00:00Z')

function facts(options: Record<string, unknown>, given: Partial<MessageFacts> = {}): MessageFacts {
  return {
    alert: {
      ...{
        id: 5,
        uuid: randomUUID(),
        name: hostile,
        query_id: 7,
        user_id: 3,
        state: 'triggered',
        rearm: null,
        from_git: null,
      },
      ...{ last_triggered_at: day, created_at: day, updated_at: day },
      options: JSON.stringify({ column: 'n', op: '>', value: 10, ...options }),
    },
    query: { id: 7, org_id: 1, name: 'Orders', query_text: 'select 1' },
    value: '12',
    result: {
      columns: [
        { name: 'n', friendly_name: 'n', type: 'integer' },
        { name: 'day', friendly_name: 'day', type: 'date' },
        { name: 'at', friendly_name: 'at', type: 'datetime' },
        { name: 'facts', friendly_name: 'facts', type: null },
      ],
      rows: [
        { n: 12, day: '2026-03-01', at: '2026-03-01T12:30:00', facts: { a: [1] } },
        { n: '9007199254740993', day: null, at: 'never', facts: true },
      ],
      row_count: 2,
    },
    formats: { date: 'DD/MM/YY', dateTime: 'DD/MM/YY HH:mm' },
    baseUrl: 'https://bi.example.com',
    metadata: { Scheduled: true },
    ...given,
  }
}

describe('composeMessage', () => {
  it('contains the alert, its query and the first rows as a table shows them', () => {
    expect(composeMessage(facts({ muted: false }))).toEqual({
      state: 'triggered',
      alert: {
        ...{ id: 5, name: hostile, url: 'https://bi.example.com/alerts/5', rearm: null },
        options: { column: 'n', op: '>', value: 10, muted: false },
        ...{ last_triggered_at: day.toISOString(), created_at: day.toISOString() },
        ...{ updated_at: day.toISOString(), query_id: 7, user_id: 3 },
      },
      query: { id: 7, name: 'Orders', url: 'https://bi.example.com/queries/7', text: 'select 1' },
      ...{ custom_subject: null, custom_body: null },
      result: {
        ...{ value: '12', condition: '>', threshold: '10' },
        columns: facts({}).result.columns,
        rows: [
          ['12', '01/03/26', '01/03/26 12:30', '{"a":[1]}'],
          ['9007199254740993', null, 'never', 'true'],
        ],
        row_count: 2,
      },
      base_url: 'https://bi.example.com',
      metadata: { Scheduled: true },
    })
  })

  it('renders subject and body as plain text; blank ones use the default', () => {
    const message = composeMessage(
      facts({
        custom_subject: '{{ALERT_NAME}} {{ALERT_STATUS}}',
        custom_body: '{{QUERY_RESULT_VALUE}} > {{ALERT_THRESHOLD}}',
      }),
    )
    expect([message.custom_subject, message.custom_body]).toEqual([`${hostile} TRIGGERED`, '12 > 10'])
    const old = composeMessage(facts({ template: '{{ALERT_URL}}', custom_subject: ' ' }))
    expect([old.custom_subject, old.custom_body]).toEqual([null, 'https://bi.example.com/alerts/5'])
  })

  it('uses paths as names if no public address is set', () => {
    const { alert, query, base_url } = composeMessage(facts({}, { baseUrl: '' }))
    expect([alert.url, query.url, base_url]).toEqual(['/alerts/5', '/queries/7', ''])
  })

  it('shows at most 100 rows and 1,000 characters of a cell', () => {
    const columns = [{ name: 'n', friendly_name: 'n', type: null }]
    const rows = Array.from({ length: 150 }, () => ({ n: 'x'.repeat(2000) }))
    const { result } = composeMessage(facts({}, { result: { columns, rows, row_count: 4000 } }))
    expect([result.rows.length, result.rows[0]?.[0]?.length, result.row_count]).toEqual([100, 1000, 4000])
  })

  it('contains nothing that PostgreSQL cannot store', () => {
    const columns = [{ name: 'n\0', friendly_name: 'n\0', type: null }]
    const result = { columns, rows: [{ 'n\0': 'a\0b\uD800' }], row_count: 1 }
    const message = composeMessage(
      facts({ custom_body: '{{#QUERY_RESULT_TABLE}}{{#.}}{{.}}{{/.}}{{/QUERY_RESULT_TABLE}}' }, { result }),
    )
    expect(message.result.rows).toEqual([['a\uFFFDb\uFFFD']])
    expect(JSON.stringify(message)).not.toMatch(/\\u0000|\\ud800/)
  })
})
