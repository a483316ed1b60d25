// @vitest-environment happy-dom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ExecutionState, idleExecution } from '#shared/results/execution-step.ts'
import { useFirstRows } from './use-first-rows.ts'

const asked: string[] = []
const columns = [{ name: 'big', friendly_name: 'big', type: 'integer' }]

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const text = JSON.stringify({ columns, rows: [{ big: 'N' }], from: 0, total: 1, complete: false })
    return new Response(text.replace('"N"', '12345678901234567890'))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const reading: ExecutionState = { ...idleExecution, run: 1, phase: 'processing', jobId: 'j1', rows: 500 }

describe('useFirstRows', () => {
  it('shows the first rows of a run once some are stored, with all digits, and requests them once', async () => {
    const started: ExecutionState = { ...reading, rows: null }
    const { result, rerender } = renderHook(useFirstRows, { initialProps: started })
    expect(asked).toEqual([])
    rerender(reading)
    await waitFor(() => expect(result.current?.rows).toEqual([{ big: '12345678901234567890' }]))
    rerender({ ...reading, rows: 900 })
    rerender({ ...reading, phase: 'loading', resultId: 7 })
    expect(result.current).not.toBeNull()
    expect(asked).toEqual(['/api/jobs/j1/rows?from=0&count=100'])
  })

  it('ends with the run, and never shows rows of an earlier one', async () => {
    const { result, rerender } = renderHook(useFirstRows, { initialProps: reading })
    await waitFor(() => expect(result.current).not.toBeNull())
    rerender({ ...reading, phase: 'done' })
    expect(result.current).toBeNull()
    rerender({ ...reading, run: 2, jobId: 'j2', rows: null })
    expect(result.current).toBeNull()
  })

  it('requests rows of a stored result only if it takes long to load', async () => {
    const { result, rerender } = renderHook(useFirstRows, {
      initialProps: { ...idleExecution, run: 1, phase: 'loading', resultId: 7 } as ExecutionState,
    })
    expect(asked).toEqual([])
    await waitFor(() => expect(result.current).not.toBeNull(), { timeout: 2000 })
    expect(asked).toEqual(['/api/query_results/7/rows?from=0&count=100'])
    rerender({ ...idleExecution, run: 2, phase: 'loading', resultId: 8 })
    rerender({ ...idleExecution, run: 2, phase: 'done', resultId: 8 })
    expect(asked).toHaveLength(1)
  })

  it('is null if there are no rows', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }))
    const { result } = renderHook(useFirstRows, { initialProps: reading })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(result.current).toBeNull()
  })
})
