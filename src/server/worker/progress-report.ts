import type { RunProgress } from '#connectors/connector.ts'

const reportMilliseconds = 500

/** Passes on the newest progress, at most twice a second. Errors are ignored: they would also fail the result. */
export function progressReport(report: (progress: RunProgress) => Promise<void>): {
  note(progress: RunProgress): void
  stop(): Promise<void>
} {
  let newest: RunProgress | null = null
  let timer: NodeJS.Timeout | undefined
  let reporting: Promise<void> = Promise.resolve()
  let isStopped = false
  const send = () => {
    timer = undefined
    if (newest === null || isStopped) return
    const progress = newest
    newest = null
    timer = setTimeout(send, reportMilliseconds)
    reporting = reporting.then(() => report(progress)).catch(() => {})
  }
  return {
    note({ fraction, rows, bytes }) {
      newest = {
        ...(isCount(fraction) && { fraction: Math.min(1, fraction) }),
        ...(isCount(rows) && { rows: Math.floor(rows) }),
        ...(isCount(bytes) && { bytes: Math.floor(bytes) }),
      }
      if (timer === undefined) send()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await reporting
    },
  }
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0
}
