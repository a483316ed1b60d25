import type { AlertMessage, AlertState } from './destination.ts'

const base = 'https://sextant.example.com'

/** A message as an evaluation composes it, for tests. */
export function sampleMessage(state: AlertState, changes: Partial<AlertMessage> = {}): AlertMessage {
  return {
    state,
    alert: {
      id: 12,
      name: 'Orders per hour',
      url: `${base}/alerts/12`,
      options: { selector: 'first', column: 'orders', op: '<', value: '100', muted: false },
      rearm: 3600,
      last_triggered_at: state === 'triggered' ? '2026-03-01T09:30:00.000Z' : null,
      created_at: '2026-02-01T08:00:00.000Z',
      updated_at: '2026-03-01T09:30:00.000Z',
      query_id: 7,
      user_id: 3,
    },
    query: {
      id: 7,
      name: 'Orders, last hour',
      url: `${base}/queries/7`,
      text: 'select * from "orders_last_hour"\nwhere shop = \'Malmö\'',
    },
    custom_subject: null,
    custom_body: null,
    result: {
      value: { triggered: '42', ok: '180', unknown: null }[state],
      condition: '<',
      threshold: '100',
      columns: [
        { name: 'orders', friendly_name: 'orders', type: 'integer' },
        { name: 'shop', friendly_name: 'shop', type: 'string' },
      ],
      rows: [[{ triggered: '42', ok: '180', unknown: null }[state], 'Malmö']],
      row_count: 3,
    },
    base_url: base,
    metadata: { Username: 'anna@example.com', query_id: 7, Queue: 'scheduled_queries', Scheduled: true },
    ...changes,
  }
}

const hostileText = `<b>&"'{{x}}*_|\`[y](z) <!channel> @all <@all> [toall] %%% {state} \\n \${z} ]]>`

/** What each destination is tested with: each state, texts of authors, and hostile names. */
export const sampleMessages: Readonly<Record<string, AlertMessage>> = {
  triggered: sampleMessage('triggered'),
  ok: sampleMessage('ok'),
  unknown: sampleMessage('unknown'),
  'own words, triggered': sampleMessage('triggered', {
    custom_subject: 'Few orders: 42 < 100',
    custom_body: 'Please look at *Malmö* & Lund.\nSee https://status.example.com/?a=1&b=2',
  }),
  'own words, back to normal': sampleMessage('ok', {
    custom_subject: 'Orders: 180',
    custom_body: 'All well.',
  }),
  'own words that are blank': sampleMessage('triggered', { custom_subject: '  ', custom_body: '\n' }),
  'own words with a table': sampleMessage('triggered', {
    custom_subject: 'Orders',
    custom_body: 'By shop: [["Malmö", 42], ["<b>Lund</b>", null]]',
  }),
  'hostile names': hostile({}),
  'hostile own words': hostile({ custom_subject: hostileText, custom_body: `%%%${hostileText}\n%%%` }),
  'without a public address': withoutAddress(),
  test: sampleMessage('triggered', { is_test: true }),
}

function hostile(changes: Partial<AlertMessage>): AlertMessage {
  const message = sampleMessage('triggered')
  const { alert, query, result } = message
  return {
    ...message,
    alert: { ...alert, name: hostileText },
    query: { ...query, name: hostileText, text: `select '${hostileText}'` },
    result: {
      ...result,
      value: hostileText,
      threshold: hostileText,
      columns: [{ name: hostileText, friendly_name: hostileText, type: null }],
      rows: [[hostileText], [null]],
      row_count: 2,
    },
    ...changes,
  }
}

function withoutAddress(): AlertMessage {
  const message = sampleMessage('triggered')
  return {
    ...message,
    alert: { ...message.alert, url: '/alerts/12' },
    query: { ...message.query, url: '/queries/7' },
    base_url: '',
  }
}
