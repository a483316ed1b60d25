import { type ChildProcess, spawn } from 'node:child_process'
import type { FromChild, ToChild } from './role-life.ts'
import { watchBeats } from './watch-beats.ts'

export interface SupervisedChild {
  /** resolves when the child is first ready, with its address if any; null when it gave up before that */
  firstReady: Promise<{ address: string | undefined } | null>
  /** asks the child to stop; kills it some seconds after the grace period */
  stop(graceMilliseconds: number): Promise<void>
  kill(): void
}
export interface ChildPlan {
  /** shown in messages: "worker 1" */
  name: string
  /** arguments of Node: the file and its arguments */
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** restarted when its main loop is blocked for this long */
  hangSeconds: number
  say(line: string): void
}

const healthyAfter = 60_000
const killAfterGrace = 4000

/**
 * Runs a role in its own process and restarts it whenever it ends or hangs, at growing intervals. A process that ends
 * with an error before it was ever ready has reported why and is not restarted.
 */
export function superviseChild(plan: ChildPlan): SupervisedChild {
  let child: ChildProcess
  let ended: Promise<void>
  let stopping = false
  let failures = 0
  let restart: NodeJS.Timeout | undefined
  let everReady = false
  let tellFirst: (ready: { address: string | undefined } | null) => void
  const firstReady = new Promise<{ address: string | undefined } | null>((resolve) => {
    tellFirst = resolve
  })

  const run = () => {
    const startedAt = performance.now()
    // its own session: Ctrl-C in the terminal reaches only the supervisor, which stops processes in order
    child = spawn(process.execPath, [...plan.args], {
      env: plan.env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    watchBeats(child, plan.hangSeconds, () =>
      plan.say(
        `The ${plan.name} process has not answered for ${plan.hangSeconds} s: something blocks it. It is ended.`,
      ),
    )
    child.on('message', (message: FromChild) => {
      if (message.kind !== 'ready') return
      everReady = true
      tellFirst({ address: message.address })
    })
    ended = new Promise((resolve) => {
      const over = (how: string) => {
        resolve()
        if (stopping) return
        if (!everReady) {
          tellFirst(null)
          return
        }
        failures = performance.now() - startedAt > healthyAfter ? 1 : failures + 1
        const pause = backOff(failures)
        plan.say(`The ${plan.name} process ended (${how}); starting it again in ${pause / 1000} s.`)
        restart = setTimeout(run, pause)
      }
      child.once('error', (error) => over(error.message))
      child.once('exit', (code, signal) => over(signal ? `signal ${signal}` : `exit code ${code}`))
    })
  }
  run()

  return {
    firstReady,
    async stop(graceMilliseconds) {
      stopping = true
      clearTimeout(restart)
      tell(child, { kind: 'stop', graceMilliseconds })
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMilliseconds + killAfterGrace)
      await ended
      clearTimeout(timer)
      tellFirst(null)
    },
    kill() {
      stopping = true
      clearTimeout(restart)
      child.kill('SIGKILL')
    },
  }
}

/** A child that is already ending needs no message. */
function tell(child: ChildProcess, message: ToChild): void {
  if (child.connected) child.send(message, () => {})
}

/** Pause in milliseconds after this many failures in a row: 0.2 s, doubled each time, at most 10 s. */
export const backOff = (failures: number): number => Math.min(10_000, 100 * 2 ** Math.min(failures, 20))
