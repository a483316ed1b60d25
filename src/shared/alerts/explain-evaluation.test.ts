import { describe, expect, it } from 'vitest'
import { evaluationReasons, noticeReasons, readCriteria } from './alert-rules.ts'
import { type ExplainedEvaluation, explainEvaluation } from './explain-evaluation.ts'

const base: ExplainedEvaluation = {
  value: '12',
  why: 'holds',
  notice: 'changed',
  criteria: readCriteria({ column: 'n', op: '>', value: 10 }),
}

describe('explainEvaluation', () => {
  it('explains the state of the alert and why messages were sent', () => {
    expect(explainEvaluation(base)).toBe(
      'The condition holds: 12 > 10. The state has changed, so the subscribers are notified.',
    )
    const empty = { ...base, value: null, why: 'empty_cell', notice: 'muted' } as const
    expect(explainEvaluation(empty)).toBe(
      'The first row of the column "n" is empty. Notifications are muted, so nobody was notified.',
    )
    const somewhere = { ...empty, criteria: { ...base.criteria, selector: 'max' } } as const
    expect(explainEvaluation(somewhere)).toContain('A cell of the column "n" is empty.')
  })

  it('has a distinct explanation for every reason', () => {
    const whys = evaluationReasons.map((why) => explainEvaluation({ ...base, why }))
    const notices = noticeReasons.map((notice) => explainEvaluation({ ...base, notice }))
    expect(new Set(whys).size).toBe(evaluationReasons.length)
    expect(new Set(notices).size).toBe(noticeReasons.length)
    for (const text of [...whys, ...notices]) expect(text).not.toMatch(/undefined|\{/)
  })
})
