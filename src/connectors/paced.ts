export interface Pace {
  /** waits until fewer than the maximum are in transit, and counts one more; throws when the signal is aborted */
  room(): Promise<void>
  /** the other side has consumed one */
  taken(): void
}

/** Holds back a sender: at most `ahead` parts are in transit. */
export function paced(ahead: number, signal: AbortSignal): Pace {
  let inTransit = 0
  let goOn: (() => void) | null = null
  const wake = () => {
    goOn?.()
    goOn = null
  }
  signal.addEventListener('abort', wake, { once: true })
  return {
    async room() {
      while (inTransit >= ahead && !signal.aborted) {
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
      }
      signal.throwIfAborted()
      inTransit++
    },
    taken() {
      inTransit--
      wake()
    },
  }
}
