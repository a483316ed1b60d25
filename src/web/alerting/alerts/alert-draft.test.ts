import { describe, expect, it } from 'vitest'
import { watchRows } from '#shared/alerts/watch-rows.ts'
import {
  type AlertDraft,
  criteriaOf,
  draftOf,
  isChanged,
  maySave,
  problemsOf,
  proposedColumn,
  savedFields,
} from './alert-draft.ts'

const fresh = draftOf(null)
const stored = {
  name: 'Delays',
  options: {
    ...{ selector: 'max', column: 'delay', op: 'greater than', value: 5, muted: true },
    ...{ template: '{{ALERT_NAME}}', further: { kept: true } },
  },
  rearm: 7200,
}
const none = { column: null, op: null, threshold: null, interval: null, subject: null, body: null }

describe('draftOf', () => {
  it('starts with the defaults', () => {
    expect(fresh).toEqual({
      ...{ name: '', selector: 'first', column: '', op: '>', threshold: '1', storedThreshold: 1 },
      ...{ rearm: 'once', interval: { count: 1, unit: 'hours' }, hasTemplate: false, subject: '', body: '' },
    })
  })

  it('reads stored alerts, including old names', () => {
    expect(draftOf(stored)).toEqual({
      ...{ name: 'Delays', selector: 'max', column: 'delay', op: '>', threshold: '5', rearm: 'interval' },
      storedThreshold: 5,
      ...{ interval: { count: 2, unit: 'hours' }, hasTemplate: true, subject: '', body: '{{ALERT_NAME}}' },
    })
  })
})

describe('proposedColumn', () => {
  it('is the first one with numbers, else the first one', () => {
    const named = (name: string, type: string | null) => ({ name, type })
    expect(
      proposedColumn([
        named('day', 'date'),
        named('city', 'string'),
        named('n', 'float'),
        named('m', 'integer'),
      ]),
    ).toBe('n')
    expect(proposedColumn([named('city', null), named('day', 'date')])).toBe('city')
    expect(proposedColumn([])).toBe(null)
  })
})

describe('criteriaOf', () => {
  it('judges by what will be saved: an unchanged number does not become a text', () => {
    expect(criteriaOf(fresh).value).toBe(1)
    expect(criteriaOf({ ...fresh, threshold: '2' }).value).toBe('2')
    expect(criteriaOf(draftOf(stored)).value).toBe(savedFields(draftOf(stored), stored).options.value)
  })
})

describe('savedFields', () => {
  it('keeps options that the form does not edit, and the type of the threshold', () => {
    expect(savedFields(draftOf(stored), stored)).toEqual({
      name: 'Delays',
      options: {
        ...{ selector: 'max', column: 'delay', op: '>', value: 5, muted: true, further: { kept: true } },
        ...{ custom_subject: null, custom_body: '{{ALERT_NAME}}' },
      },
      rearm: 7200,
    })
  })

  it('trims the name, and omits templates that are switched off', () => {
    const draft: AlertDraft = {
      ...{ ...fresh, name: ' Late ', column: 'n', op: '==', threshold: 'late', rearm: 'each' },
      ...{ subject: 'S', body: ' ' },
    }
    const saved = savedFields(draft, null)
    expect(saved).toMatchObject({ name: 'Late', rearm: 1, options: { muted: false, value: 'late' } })
    expect(saved.options).toMatchObject({ custom_subject: null, custom_body: null })
    const custom = savedFields({ ...draft, hasTemplate: true }, null).options
    expect(custom).toMatchObject({ custom_subject: 'S', custom_body: null })
  })

  it('is unchanged if nothing was edited', () => {
    const after = savedFields(draftOf(stored), stored)
    expect(isChanged(draftOf(after), draftOf(stored))).toBe(false)
    expect(isChanged({ ...fresh, threshold: '2' }, fresh)).toBe(true)
  })
})

describe('problems', () => {
  const draft = { ...fresh, column: 'n' }

  it('finds none in a new alert', () => {
    expect(problemsOf(draft, null)).toEqual(none)
    expect(maySave(draft, fresh, none)).toBe(true)
  })

  it.each<[Partial<AlertDraft>, keyof typeof none]>([
    [{ column: '' }, 'column'],
    [{ op: null }, 'op'],
    [{ threshold: 'many' }, 'threshold'],
    [{ rearm: 'interval', interval: { count: null, unit: 'hours' } }, 'interval'],
    [{ hasTemplate: true, subject: '{{#QUERY_RESULT_ROWS}}' }, 'subject'],
    [{ hasTemplate: true, body: '{{ALERT_NAME' }, 'body'],
  ])('%j cannot be saved', (change, field) => {
    const changed = { ...draft, ...change }
    const problems = problemsOf(changed, null)
    expect(problems).toEqual({ ...none, [field]: expect.any(String) })
    expect(maySave(changed, fresh, problems)).toBe(false)
  })

  it('allows a text column only where texts can be compared', () => {
    const watched = watchRows([{ name: 'n' }], [{ n: 'text' }], 1)
    const problems = problemsOf(draft, watched)
    expect(problems).toEqual({ ...none, column: "Value column isn't supported by condition type." })
    expect(maySave(draft, fresh, problems)).toBe(false)
    expect(maySave({ ...draft, name: 'Other' }, draft, problems)).toBe(true)
    const equal: AlertDraft = { ...draft, op: '==' }
    expect(maySave(equal, fresh, problemsOf(equal, watched))).toBe(true)
  })

  it('allows renaming an alert whose stored condition is invalid', () => {
    const before = { ...draft, threshold: 'many' }
    const renamed = { ...before, name: 'Other' }
    expect(maySave(renamed, before, problemsOf(renamed, null))).toBe(true)
    const worse = { ...before, threshold: 'more' }
    expect(maySave(worse, before, problemsOf(worse, null))).toBe(false)
  })
})
