import { describe, expect, it } from 'vitest'
import { runCheck } from './static-checks.ts'
import { summary } from './summary.ts'
import { countTests, environmentOfTests, type VitestReport } from './vitest-project.ts'

const report = (numbers: Partial<VitestReport>): VitestReport => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...numbers,
})

describe('countTests', () => {
  it('uses the counts of the report', () => {
    expect(countTests(report({ numPassedTests: 5 }), 0)).toEqual({ passed: 5, failed: 0 })
    expect(countTests(report({ numPassedTests: 5, numFailedTests: 2 }), 1)).toEqual({ passed: 5, failed: 2 })
  })

  it('never lets a skipped test, a broken file, a crash or an empty run pass', () => {
    expect(countTests(report({ numPassedTests: 5, numPendingTests: 1, numTodoTests: 1 }), 0)).toEqual({
      passed: 5,
      failed: 2,
      note: '2 skipped',
    })
    const broken = { name: 'x.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }
    expect(countTests(report({ numPassedTests: 5, testResults: [broken] }), 1).failed).toBe(1)
    expect(countTests(report({ numPassedTests: 5 }), 1).failed).toBe(1)
    expect(countTests(report({}), 0).failed).toBe(1)
    expect(countTests(null, 0).failed).toBe(1)
  })
})

describe('runCheck', () => {
  it('fails, and prints why, when a check finds something or breaks', async () => {
    const printed: string[] = []
    const print = (text: string) => printed.push(text)
    expect(await runCheck({ name: 'a', run: async () => null }, print)).toMatchObject({
      passed: 1,
      failed: 0,
    })
    expect(printed).toEqual([])
    expect(await runCheck({ name: 'b', run: async () => 'line 3 is wrong' }, print)).toMatchObject({
      failed: 1,
    })
    const broken = { name: 'c', run: () => Promise.reject(new Error('no such tool')) }
    expect(await runCheck(broken, print)).toMatchObject({ passed: 0, failed: 1 })
    expect(printed.join('')).toMatch(/line 3 is wrong[\s\S]*no such tool/)
  })
})

describe('summary', () => {
  it('ends with the plain line that others read', () => {
    const text = summary([
      { name: 'types', passed: 1, failed: 0, seconds: 3.21 },
      { name: 'unit', passed: 40, failed: 2, seconds: 10, note: '2 skipped' },
    ])
    expect(text.trimEnd().split('\n').at(-1)).toBe('41 passed, 2 failed')
    expect(text).toMatch(/unit +40 +2 +10\.0 {2}2 skipped/)
  })
})

describe('environmentOfTests', () => {
  it('keeps settings of the developer away from the tests', () => {
    const env = { PATH: '/bin', PORT: '1', SEXTANT_DATA_DIR: '/x', SEXTANT_TEST_DATABASE_URL: 'postgres://t' }
    expect(environmentOfTests(env)).toEqual({ PATH: '/bin', SEXTANT_TEST_DATABASE_URL: 'postgres://t' })
  })
})
