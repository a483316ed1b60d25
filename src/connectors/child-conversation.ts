import type { ChildProcess } from 'node:child_process'
import { ConnectionFailed, QueryFailed, stopReason, type TextPosition } from './connector-errors.ts'
import { watchMemory } from './fork-engine.ts'

export interface Conversation<Request, Reply> {
  /**
   * Resolves when the child is done; rejects with the errors of connector-errors.ts, or with an error that `hear`
   * threw.
   */
  ask(request: Request, signal: AbortSignal, hear?: (reply: Reply) => Promise<void>): Promise<void>
  tell(request: Request): void
  end(): void
  hasEnded(): boolean
}

/** What every child answers at the end of a request. */
interface Failed {
  kind: 'failed'
  message: string
  position: TextPosition | null
  /** `bug`: a defect of Sextant; its message is for the log */
  reason: 'query' | 'connection' | 'stopped' | 'bug'
}

/** How a request ends early: by default, the process is killed. */
export interface Politeness<Request> {
  /** asks the child to end the request itself; it is killed if it has not within this time */
  stop(reason: Error): Request
  milliseconds: number
}

/**
 * Talks to a process that runs code on untrusted content. If that process fails, only its own request fails: the worker
 * and its other runs go on.
 */
export function converse<Request extends object, Reply extends { kind: string }>(
  child: ChildProcess,
  memoryMb: number,
  polite: Politeness<Request> | null = null,
): Conversation<Request, Reply> {
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
  const ask: Conversation<Request, Reply>['ask'] = (request, signal, hear) =>
    new Promise((resolve, reject) => {
      let killer: NodeJS.Timeout | undefined
      const settle = (outcome: () => void) => {
        clearTimeout(killer)
        child.off('message', onMessage).off('close', onClose).off('error', onClose)
        signal.removeEventListener('abort', onAbort)
        outcome()
      }
      const kill = () => {
        end()
        settle(() => reject(stopReason(signal)))
      }
      const onAbort = () => {
        if (polite === null) return kill()
        tell(polite.stop(stopReason(signal)))
        killer = setTimeout(kill, polite.milliseconds)
      }
      // `close` comes after all output of the process is read
      const onClose = () => settle(() => reject(signal.aborted ? stopReason(signal) : ending()))
      const onMessage = (reply: Reply) => {
        if (reply.kind === 'done') settle(resolve)
        else if (reply.kind === 'failed')
          settle(() => reject(signal.aborted ? stopReason(signal) : failure(reply as unknown as Failed)))
        else hear?.(reply).catch((error: unknown) => settle(() => reject(error)))
      }
      if (signal.aborted) return kill()
      if (hasEnded()) return onClose()
      signal.addEventListener('abort', onAbort, { once: true })
      child.on('message', onMessage).on('close', onClose).on('error', onClose)
      tell(request)
    })
  const tell = (request: Request) => {
    // an ended process is handled by its `close` event
    if (child.connected) child.send(request, () => {})
  }
  return { ask, tell, end, hasEnded }
}

function failure({ reason, message, position }: Failed): Error {
  if (reason === 'connection' || reason === 'stopped') return new ConnectionFailed(message)
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
