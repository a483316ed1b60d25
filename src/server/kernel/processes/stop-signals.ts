/**
 * SIGINT, SIGTERM, SIGHUP and the end of the launcher are requests to stop. A second signal forces the stop. npm repeats
 * a Ctrl-C that the terminal has already delivered, so a second signal that follows at once does not count.
 */
export interface StopSignals {
  requested(): boolean
  /** resolves with the name of the signal */
  untilRequested: Promise<string>
  onForced(force: () => void): void
}

const echoMilliseconds = 700

export function stopSignals(): StopSignals {
  let firstAt: number | null = null
  let force = () => process.exit(1)
  let resolve: (name: string) => void = () => {}
  const untilRequested = new Promise<string>((done) => {
    resolve = done
  })
  const onSignal = (name: string) => {
    if (firstAt === null) {
      firstAt = performance.now()
      resolve(name)
    } else if (performance.now() - firstAt > echoMilliseconds) force()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, onSignal)
  // a launcher on an older Node holds an IPC channel to this process, which closes when the launcher is killed
  process.on('disconnect', () => firstAt ?? onSignal('the launcher is gone'))
  return {
    requested: () => firstAt !== null,
    untilRequested,
    onForced(forced) {
      force = forced as () => never
    },
  }
}
