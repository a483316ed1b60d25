// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type ExecutionState, idleExecution } from '#shared/results/execution-step.ts'
import type { JobProgress } from '#shared/results/job.ts'
import { ExecutionStatus } from './execution-status.tsx'

afterEach(cleanup)

function show(progress: JobProgress | null) {
  const state: ExecutionState = { ...idleExecution, phase: 'processing', jobId: 'a', progress }
  render(
    <MantineProvider>
      <ExecutionStatus state={state} onCancel={() => {}} />
    </MantineProvider>,
  )
}

it.each<[JobProgress, string]>([
  [{ fraction: 0.379 }, '37% done'],
  [{ bytes: 5_000_000, rows: 1 }, '4.77 MB scanned · 1 row scanned'],
  [{ fraction: 1, bytes: 0, rows: 1_234_567 }, '100% done · 0 bytes scanned · 1,234,567 rows scanned'],
])('tells how far the data source is: %j', (progress, text) => {
  show(progress)
  expect(screen.getByTestId('run-progress').textContent).toBe(text)
})

it.each([null, {}])('tells nothing where the data source does not: %j', (progress) => {
  show(progress)
  expect(screen.queryByTestId('run-progress')).toBeNull()
})
