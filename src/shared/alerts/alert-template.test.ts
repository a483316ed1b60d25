import { describe, expect, it } from 'vitest'
import { defaultAlertName } from './alert-name.ts'
import { alertVariables, renderAlertTemplate, templateProblem } from './alert-template.ts'

const hostile = `<b>&"'{{ALERT_URL}}*_|`
const variables = alertVariables({
  alert: { name: hostile, url: 'https://bi.example.com/alerts/5', state: 'triggered' },
  criteria: { selector: 'max', op: '>', value: 10 },
  query: { name: 'Orders', url: 'https://bi.example.com/queries/7' },
  value: '9007199254740993',
  columns: [
    { name: 'city', friendly_name: 'city', type: 'string' },
    { name: 'n', friendly_name: 'n', type: 'integer' },
  ],
  rows: [
    { city: 'Köln', n: 3 },
    { city: null, n: '9007199254740993' },
  ],
})
const render = (template: string) => renderAlertTemplate('body', template, variables)

describe('renderAlertTemplate', () => {
  it('supports every variable', () => {
    expect(
      render(
        [
          '{{ALERT_STATUS}} {{ ALERT_SELECTOR }} {{ALERT_CONDITION}} {{ALERT_THRESHOLD}}',
          '{{ALERT_URL}} {{QUERY_NAME}} {{QUERY_URL}} {{QUERY_RESULT_VALUE}}',
          '{{#QUERY_RESULT_ROWS}}{{city}}={{n}};{{/QUERY_RESULT_ROWS}}',
          '{{#QUERY_RESULT_COLS}}{{friendly_name}}:{{type}} {{/QUERY_RESULT_COLS}}',
          '{{#QUERY_RESULT_TABLE}}[{{#.}}{{.}},{{/.}}]{{/QUERY_RESULT_TABLE}}',
        ].join('\n'),
      ),
    ).toBe(
      [
        'TRIGGERED max > 10',
        'https://bi.example.com/alerts/5 Orders https://bi.example.com/queries/7 9007199254740993',
        'Köln=3;=9007199254740993;',
        'city:string n:integer ',
        '[Köln,3,][,9007199254740993,]',
      ].join('\n'),
    )
  })

  it('escapes nothing and renders no value twice', () => {
    expect(render('{{ALERT_NAME}} {{{ALERT_NAME}}} {{&ALERT_NAME}}')).toBe(
      [hostile, hostile, hostile].join(' '),
    )
  })

  it('prints lists as JSON, and nothing for missing values', () => {
    expect(render('{{QUERY_RESULT_TABLE}}|{{NO_SUCH}}|{{constructor}}|{{QUERY_NAME.length}}')).toBe(
      '[["Köln",3],[null,"9007199254740993"]]|||',
    )
  })

  it('leaves a template that cannot be read as it is', () => {
    expect(render('{{#QUERY_RESULT_ROWS}} {{ALERT_NAME}}')).toBe('{{#QUERY_RESULT_ROWS}} {{ALERT_NAME}}')
  })

  it('ends in bounded time and length, however sections are nested', () => {
    const rows = Array.from({ length: 100 }, (_, n) => ({ n, text: 'x'.repeat(1000) }))
    const many = { ...variables, QUERY_RESULT_ROWS: rows }
    const nested =
      '{{#QUERY_RESULT_ROWS}}{{#QUERY_RESULT_ROWS}}{{QUERY_RESULT_ROWS}}{{/QUERY_RESULT_ROWS}}{{/QUERY_RESULT_ROWS}}'
    const text = renderAlertTemplate('body', nested, many)
    expect([text.length, text.at(-1)]).toEqual([50_000, '…'])
    const deeper = '{{#QUERY_RESULT_ROWS}}'.repeat(9) + '{{/QUERY_RESULT_ROWS}}'.repeat(9)
    expect(renderAlertTemplate('body', deeper, many)).toBe(deeper)
    expect(
      renderAlertTemplate('subject', '{{ALERT_NAME}}', { ...variables, ALERT_NAME: '😀'.repeat(300) }),
    ).toBe(`${'😀'.repeat(249)}…`)
  })
})

describe('templateProblem', () => {
  it('returns the problem or null', () => {
    expect(templateProblem('{{ALERT_NAME}}')).toBeNull()
    expect(templateProblem('')).toBeNull()
    expect(String(templateProblem('{{#ROWS}}'))).toBe('Unclosed section "ROWS" at 9')
    expect(String(templateProblem('{{ALERT_NAME'))).toBe('Unclosed tag at 12')
  })
})

describe('defaultAlertName', () => {
  it('consists of the query and the condition', () => {
    expect(defaultAlertName('Orders', { column: 'n', op: 'less than', value: '5' })).toBe('Orders: n < 5')
    expect(defaultAlertName('Orders', {})).toBe('Orders: > 1')
    expect(defaultAlertName('x'.repeat(255), { column: 'n' })).toHaveLength(255)
  })
})
