import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { logCaughtError } from './report-errors.ts'

afterEach(() => vi.restoreAllMocks())

it('logs faults, but not refusals and lost connections', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const status of [0, 403, 404]) logCaughtError(new ApiError(status, null, 'refused', null))
  logCaughtError(new TypeError('Failed to fetch dynamically imported module: https://x.example/a.js'))
  expect(logged).not.toHaveBeenCalled()
  const faults = [new TypeError('x is not a function'), new ApiError(500, null, 'failed', null)]
  for (const fault of faults) logCaughtError(fault)
  expect(logged.mock.calls).toEqual(faults.map((fault) => [fault]))
})
