import { useEffect, useMemo, useState } from 'react'
import { type ExecutionState, idleExecution } from '#shared/results/execution-step.ts'
import { createExecutionDriver, type ExecutionDriver } from './execution-driver.ts'
import type { LoadedResult } from './read-result.ts'
import { sessionCalls } from './session-calls.ts'

export interface Execution extends Omit<ExecutionDriver, 'stop'> {
  state: ExecutionState
  /** the newest loaded result; stays while another one is made */
  result: LoadedResult | null
}

/** Follows the runs of a page. Leaving the page stops following, never the run. */
export function useExecution(): Execution {
  const [state, setState] = useState<ExecutionState>(idleExecution)
  const [result, setResult] = useState<LoadedResult | null>(null)
  const driver = useMemo(
    () => createExecutionDriver(sessionCalls, { onState: setState, onResult: setResult }),
    [],
  )
  useEffect(() => driver.stop, [driver])
  return useMemo(() => {
    const { execute, open, refuse, resume, cancel } = driver
    const reset = () => {
      driver.reset()
      setResult(null)
    }
    return { state, result, execute, open, refuse, resume, cancel, reset }
  }, [state, result, driver])
}
