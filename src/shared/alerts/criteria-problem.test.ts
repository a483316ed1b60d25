import { describe, expect, it } from 'vitest'
import { evaluateAlert, readCriteria } from './alert-rules.ts'
import { criteriaProblem } from './criteria-problem.ts'
import { watchRows } from './watch-rows.ts'

const resultOf = (cells: readonly unknown[]) =>
  watchRows(
    [{ name: 'n' }],
    cells.map((n) => ({ n })),
    cells.length,
  )
const criteria = (options: Record<string, unknown>) => readCriteria({ column: 'n', ...options })

const wrongThreshold = { field: 'threshold', message: "Value column type doesn't match threshold type." }
const wrongColumn = { field: 'column', message: "Value column isn't supported by condition type." }

describe('criteriaProblem', () => {
  it.each([
    [{ op: '>', value: '5' }, [1], null],
    [{ op: '>', value: ' 5.0 ' }, ['1e3'], null],
    [{ op: '>', value: 'five' }, [1], wrongThreshold],
    [{ op: '<=', value: '' }, [1], wrongThreshold],
    [{ op: '<=', value: '' }, ['text'], wrongThreshold],
    [{ op: '<', value: 5 }, ['text'], wrongColumn],
    [{ op: '<', value: 5 }, ['2026-01-31'], wrongColumn],
    [{ op: '<', value: 5 }, [true], wrongColumn],
    [{ op: '<', value: 5 }, [null], null],
    [{ op: '<', value: 5 }, [], null],
    [{ op: '<', value: 5, column: 'm' }, ['text'], null],
    [{ op: '==', value: 'five' }, ['text'], null],
    [{ op: '!=', value: 'five' }, [1], null],
    // texts have no minimum, whatever they are compared with
    [{ op: '==', value: 'five', selector: 'min' }, ['text'], wrongColumn],
    [{ op: '>', value: 1, selector: 'max' }, [2, 'text'], wrongColumn],
    [{ op: '>', value: 1, selector: 'max' }, [2, null], null],
    [{ op: '>', value: 1, selector: 'max' }, [true, 2], null],
    [{ op: 'like', value: 1 }, [1], null],
  ])('%j of %j', (options, cells, problem) => {
    expect(criteriaProblem(criteria(options), resultOf(cells))).toEqual(problem)
  })

  it('checks only the threshold while there is no result', () => {
    expect(criteriaProblem(criteria({ op: '>', value: 'five' }), null)).toEqual(wrongThreshold)
    expect(criteriaProblem(criteria({ op: '>', value: 5 }), null)).toBeNull()
  })
})

describe('watchRows', () => {
  it('returns the input of the rules', () => {
    const result = resultOf([3, '9007199254740993', 1])
    expect(evaluateAlert(criteria({ op: '>', value: 2 }), result)).toMatchObject({ value: '3' })
    expect(evaluateAlert(criteria({ selector: 'max' }), result)).toMatchObject({ value: '9007199254740993' })
    expect(evaluateAlert(criteria({ column: 'm' }), result)).toMatchObject({ why: 'no_column' })
    expect(evaluateAlert(criteria({}), resultOf([]))).toMatchObject({ why: 'no_rows' })
  })

  it('has no extremes for a part of the rows', () => {
    const part = watchRows([{ name: 'n' }], [{ n: 3 }], 100_000)
    expect(part.column('n')).toEqual({ first: '3', extremes: null })
  })
})
