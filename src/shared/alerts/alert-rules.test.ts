import { describe, expect, it } from 'vitest'
import {
  type AlertMemory,
  type AlertOperator,
  type AlertState,
  evaluateAlert,
  readCriteria,
  stepAlert,
  type WatchedResult,
} from './alert-rules.ts'
import { type AlertCell, extremeFinder, toAlertCell } from './watched-column.ts'

/** A result with one column `n`. */
function resultOf(cells: readonly unknown[]): WatchedResult {
  const finder = extremeFinder()
  const known: AlertCell[] = cells.map(toAlertCell)
  known.every((cell) => finder.add(cell))
  return {
    row_count: cells.length,
    column: (name) => (name === 'n' ? { first: known[0] ?? null, extremes: finder.find() } : undefined),
  }
}

const criteria = (options: Record<string, unknown>) => readCriteria({ column: 'n', ...options })

describe('readCriteria', () => {
  it('fills in the defaults of a new alert', () => {
    expect(readCriteria({})).toEqual({ selector: 'first', column: '', op: '>', value: 1 })
  })

  it.each([
    ['greater than', '>'],
    ['less than', '<'],
    ['equals', '=='],
    ['>=', '>='],
    ['constructor', null],
    ['like', null],
    [5, null],
    [null, '>'],
  ])('reads the operator %j as %j', (op, expected) => {
    expect(readCriteria({ op }).op).toBe(expected)
  })

  it('accepts thresholds of any type', () => {
    expect([5, '5', true, null, undefined].map((value) => readCriteria({ value }).value)).toEqual([
      ...[5, '5', 'true', 1, 1],
    ])
  })

  it('reads invalid stored options', () => {
    expect(readCriteria({ selector: 'median', column: 7, op: {}, value: [1] })).toEqual({
      ...{ selector: 'first', column: '', op: null, value: '1' },
    })
  })
})

describe('evaluateAlert', () => {
  it.each<[unknown, AlertOperator | string, unknown, AlertState]>([
    [2, '>', 1, 'triggered'],
    [1, '>', 1, 'ok'],
    [1, '>=', 1, 'triggered'],
    [1, '<', 1, 'ok'],
    [0, '<', '0.5', 'triggered'],
    [1, '<=', 1, 'triggered'],
    [1, '==', '1.0', 'triggered'],
    ['1', '==', 1, 'triggered'],
    [' 1 ', '==', 1, 'triggered'],
    [1, '!=', 1, 'ok'],
    [2, '!=', ' 1 ', 'triggered'],
    [2, 'greater than', 1, 'triggered'],
    [2, 'less than', 1, 'ok'],
    [1, 'equals', 1, 'triggered'],
    [-0, '==', 0, 'triggered'],
    // integers that doubles cannot represent
    ['9007199254740993', '==', '9007199254740992', 'ok'],
    ['9007199254740993', '>', '9007199254740992', 'triggered'],
    ['12345678901234567890.10', '==', '12345678901234567890.1', 'triggered'],
    ['0.1000000000000000000001', '>', 0.1, 'triggered'],
    ['1e400', '>', '1e399', 'triggered'],
    // booleans are texts
    [true, '==', 'true', 'triggered'],
    [true, '==', true, 'triggered'],
    [true, '!=', 'true', 'ok'],
    [false, '==', 'true', 'ok'],
    [false, '==', 0, 'ok'],
    [true, '>', 'true', 'unknown'],
    // texts
    ['down', '==', 'down', 'triggered'],
    ['Down', '==', 'down', 'ok'],
    ['down', '!=', 'up', 'triggered'],
    ['down', '==', 5, 'ok'],
    ['down', '!=', 5, 'triggered'],
    ['2026-02-01', '>', '2026-01-31', 'triggered'],
    ['2026-01-01', '>', '2026-01-31', 'unknown'],
    ['abc', '>', 5, 'unknown'],
    ['', '==', '', 'triggered'],
    // numbers against texts
    [5, '>', 'many', 'unknown'],
    [5, '==', 'five', 'unknown'],
    [5, '!=', '', 'unknown'],
    // an unknown operator
    [5, 'like', 5, 'ok'],
    ['abc', 'like', 'abc', 'unknown'],
    // no value
    [null, '==', 'null', 'unknown'],
    [null, '<', 1, 'unknown'],
    // lists and objects are JSON text
    [[1], '==', '[1]', 'triggered'],
  ])('%j %s %j is %s', (cell, op, value, state) => {
    expect(evaluateAlert(criteria({ op, value }), resultOf([cell])).state).toBe(state)
  })

  it.each<[unknown[], 'first' | 'min' | 'max', string | null, string]>([
    [[5, 9, 1], 'first', '5', 'holds'],
    [[5, 9, 1], 'min', '1', 'does_not_hold'],
    [[5, 9, 1], 'max', '9', 'holds'],
    [['5', 9.5, true], 'max', '9.5', 'holds'],
    [[false, 9], 'min', '0', 'does_not_hold'],
    [[5, null], 'first', '5', 'holds'],
    [[5, null], 'max', null, 'empty_cell'],
    [[null, 5], 'first', null, 'empty_cell'],
    [[5, 'n/a'], 'min', null, 'not_a_number'],
    [['n/a', 5], 'max', null, 'not_a_number'],
    [['9007199254740993', '9007199254740992'], 'max', '9007199254740993', 'holds'],
  ])('of %j takes the %s', (cells, selector, value, why) => {
    expect(evaluateAlert(criteria({ selector, op: '>', value: 4 }), resultOf(cells))).toMatchObject({
      value,
      why,
    })
  })

  it('reports the value that could not be compared', () => {
    const text = evaluateAlert(criteria({ op: '>', value: 4 }), resultOf(['abc']))
    expect(text).toEqual({ state: 'unknown', value: 'abc', why: 'not_comparable' })
    const number = evaluateAlert(criteria({ op: '>', value: 'x' }), resultOf([5]))
    expect(number).toEqual({ state: 'unknown', value: '5', why: 'threshold_not_a_number' })
  })

  it('is unknown without result, rows or column', () => {
    const whys = [
      evaluateAlert(criteria({}), null),
      evaluateAlert(criteria({}), resultOf([])),
      evaluateAlert(criteria({ column: 'm' }), resultOf([1])),
      evaluateAlert(criteria({ column: undefined }), resultOf([1])),
    ]
    expect(whys).toEqual(
      ['no_result', 'no_rows', 'no_column', 'no_column'].map((why) => ({
        state: 'unknown',
        value: null,
        why,
      })),
    )
  })
})

describe('stepAlert', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const before = secondsAgo(3600)
  const memory = (given: Partial<AlertMemory>): AlertMemory => ({
    ...{ state: 'unknown', last_triggered_at: before, rearm: 0, muted: false },
    ...given,
  })

  it.each<[AlertState, AlertState, boolean, string]>([
    ['unknown', 'unknown', false, 'unchanged'],
    ['unknown', 'ok', false, 'first_ok'],
    ['unknown', 'triggered', true, 'changed'],
    ['ok', 'unknown', true, 'changed'],
    ['ok', 'ok', false, 'unchanged'],
    ['ok', 'triggered', true, 'changed'],
    ['triggered', 'unknown', true, 'changed'],
    ['triggered', 'ok', true, 'changed'],
    ['triggered', 'triggered', false, 'told_once'],
  ])('from %s to %s', (from, to, notify, why) => {
    const moves = from !== to
    const step = stepAlert(memory({ state: from }), { state: to }, now)
    expect(step).toEqual({ state: to, notify, why, last_triggered_at: moves ? now : before })
    // muting changes nothing except that no message is sent
    const muted = stepAlert(memory({ state: from, muted: true }), { state: to }, now)
    expect(muted).toEqual({ ...step, notify: false, why: notify ? 'muted' : why })
  })

  it.each<[number | null, Date | null, boolean, string]>([
    [null, before, false, 'told_once'],
    [0, before, false, 'told_once'],
    [0, null, false, 'told_once'],
    [1, before, true, 'repeated'],
    [1, now, true, 'repeated'],
    [1, null, true, 'repeated'],
    [60, secondsAgo(59), false, 'told_lately'],
    [60, secondsAgo(60), true, 'repeated'],
    [60, secondsAgo(61), true, 'repeated'],
    [60, null, true, 'repeated'],
    [604_800, before, false, 'told_lately'],
    [2_147_483_647, before, false, 'told_lately'],
  ])('still triggered with rearm %j, last told at %j', (rearm, last_triggered_at, notify, why) => {
    const asBefore = memory({ state: 'triggered', rearm, last_triggered_at })
    const step = stepAlert(asBefore, { state: 'triggered' }, now)
    const at = notify ? now : last_triggered_at
    expect(step).toEqual({ state: 'triggered', notify, why, last_triggered_at: at })
    const muted = stepAlert({ ...asBefore, muted: true }, { state: 'triggered' }, now)
    expect(muted).toEqual({ ...step, notify: false, why: notify ? 'muted' : why })
  })

  it.each<[AlertState, AlertState]>([
    ['ok', 'ok'],
    ['unknown', 'ok'],
    ['unknown', 'unknown'],
    ['triggered', 'triggered'],
  ])('evaluated by hand tells also from %s to %s, unless muted', (from, to) => {
    const step = stepAlert(memory({ state: from }), { state: to }, now, { isManual: true })
    const moves = from !== to || to === 'triggered'
    expect(step).toEqual({ state: to, notify: true, why: 'asked', last_triggered_at: moves ? now : before })
    const muted = stepAlert(memory({ state: from, muted: true }), { state: to }, now, { isManual: true })
    expect([muted.notify, muted.why]).toEqual([false, 'muted'])
  })

  it('does not repeat for other states, whatever rearm says', () => {
    for (const state of ['ok', 'unknown'] as const) {
      expect(stepAlert(memory({ state, rearm: 1 }), { state }, now).notify).toBe(false)
    }
  })
})
