import { useEffect, useMemo, useState } from 'react'
import { type ExecutionState, idleExecution } from '#shared/results/execution-step.ts'
import type { RunRequest } from '#web/results/run-without-session.ts'
import type { EmbeddedResult } from './ask-for-result.ts'
import { createEmbedRunner } from './embed-runner.ts'

export interface EmbedRun {
  state: ExecutionState
  /** the newest result; it stays while another one is being made */
  result: EmbeddedResult | null
  execute(request: RunRequest): void
}

/** Runs of the embedded query. Leaving the page ends the watching, never the work. */
export function useEmbedRun({ queryId, apiKey }: { queryId: number; apiKey: string }): EmbedRun {
  const [state, setState] = useState<ExecutionState>(idleExecution)
  const [result, setResult] = useState<EmbeddedResult | null>(null)
  const runner = useMemo(
    () => createEmbedRunner({ queryId, apiKey }, { onState: setState, onResult: setResult }),
    [queryId, apiKey],
  )
  useEffect(() => runner.stop, [runner])
  return { state, result, execute: runner.execute }
}
