import { type ChildProcess, spawn } from 'node:child_process'
import { backOff } from './back-off.ts'
import type { FromChild, ToChild } from './role-life.ts'
import { watchBeats } from './watch-beats.ts'

export interface SupervisedChild {
  /** resolves with the address (if it has one) when it is ready for the first time; null when it gave up before */
  firstReady: Promise<{ address: string | undefined } | null>
  /** asks it to finish; after the grace period and some seconds it is killed */
  stop(graceMilliseconds: number): Promise<void>
  kill(): void
}
export interface ChildPlan {
  /** shown in messages: "worker 1" */
  name: string
  /** arguments of Node: the file and what it gets */
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** ended and started again when its main loop stands for so long */
  hangSeconds: number
  say(line: string): void
}

const healthyAfter = 60_000
const killAfterGrace = 4000

/**
 * Runs a role as a process of its own and starts it again whenever it ends or hangs, at growing intervals. One that ends with
 * an error before it was ever ready has said why by itself and is not tried again.
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
    // a session of its own: Ctrl-C in the terminal reaches the supervisor only, which stops things in order
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

/** A child that ends at this moment cannot be told anything, and need not be. */
function tell(child: ChildProcess, message: ToChild): void {
  if (child.connected) child.send(message, () => {})
}
