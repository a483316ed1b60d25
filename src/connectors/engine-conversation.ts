import type { ChildProcess } from 'node:child_process'
import { ConnectionFailed, QueryFailed, stopReason } from './connector-errors.ts'
import type { EngineReply, EngineRequest } from './engine-protocol.ts'
import { watchMemory } from './fork-engine.ts'

export interface EngineConversation {
  /**
   * Resolves when the engine is done; rejects with the errors of connector-errors.ts, or with an error that `hear`
   * threw.
   */
  ask(
    request: EngineRequest,
    signal: AbortSignal,
    hear?: (reply: EngineReply) => Promise<void>,
  ): Promise<void>
  tell(request: EngineRequest): void
  end(): void
  hasEnded(): boolean
}

/**
 * Talks to a restricted process. If that process fails, only its own request fails: the worker and its other runs go
 * on.
 */
export function converse(child: ChildProcess, memoryMb: number): EngineConversation {
  let complaint = ''
  let startFailure: Error | null = null
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-20_000)
  })
  child.on('error', (error) => {
    startFailure ??= error
  })
  let isEnding = false
  const end = () => {
    isEnding = true
    child.kill('SIGKILL')
  }
  const hasEnded = () =>
    isEnding || startFailure !== null || child.exitCode !== null || child.signalCode !== null
  const tookTooMuch = watchMemory(child, memoryMb)
  const ending = () => {
    if (startFailure !== null && child.pid === undefined) {
      return new ConnectionFailed(`The process of the query could not start: ${startFailure.message}`)
    }
    if (tookTooMuch() || outOfMemory.test(complaint)) return new QueryFailed(memoryMessage(memoryMb))
    return new QueryFailed(endedMessage(complaint, child.signalCode))
  }
  const ask: EngineConversation['ask'] = (request, signal, hear) =>
    new Promise((resolve, reject) => {
      const settle = (outcome: () => void) => {
        child.off('message', onMessage).off('close', onClose).off('error', onClose)
        signal.removeEventListener('abort', onAbort)
        outcome()
      }
      const onAbort = () => {
        end()
        settle(() => reject(stopReason(signal)))
      }
      // `close` comes after all output of the process is read
      const onClose = () => settle(() => reject(ending()))
      const onMessage = (reply: EngineReply) => {
        if (reply.kind === 'done') settle(resolve)
        else if (reply.kind === 'failed') settle(() => reject(failure(reply)))
        else hear?.(reply).catch((error: unknown) => settle(() => reject(error)))
      }
      if (signal.aborted) return onAbort()
      if (hasEnded()) return onClose()
      signal.addEventListener('abort', onAbort, { once: true })
      child.on('message', onMessage).on('close', onClose).on('error', onClose)
      tell(request)
    })
  const tell = (request: EngineRequest) => {
    // an ended process is handled by its `close` event
    if (child.connected) child.send(request, () => {})
  }
  return { ask, tell, end, hasEnded }
}

function failure({ reason, message, position }: EngineReply & { kind: 'failed' }): Error {
  if (reason === 'connection') return new ConnectionFailed(message)
  return reason === 'query'
    ? new QueryFailed(message, { position })
    : new Error(`A restricted process failed by a bug: ${message}`)
}

/** How V8 reports that its memory cap was reached. */
const outOfMemory = /heap out of memory|Reached heap limit|Array buffer allocation failed|process OOM/i

function memoryMessage(memoryMb: number): string {
  return `The query needed more memory than its process may take (${memoryMb} MB, SEXTANT_ENGINE_MEMORY_MB) and was stopped.`
}

function endedMessage(complaint: string, signalCode: NodeJS.Signals | null): string {
  if (signalCode === 'SIGKILL') {
    return 'The process of the query was killed from outside. Perhaps the machine had no memory left.'
  }
  const reason = complaint.split('\n').find((line) => /error/i.test(line))
  return `The process of the query ended unexpectedly${reason === undefined ? '.' : `: ${reason.trim()}`}`
}
