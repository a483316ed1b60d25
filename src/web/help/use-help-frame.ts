import { type RefObject, useEffect, useRef, useState } from 'react'

/** After opening (docs/reference/screens.md#help-drawer): somebody who closes at once asks for nothing. */
const delayBeforeLoading = 300
const patience = 20_000

/** `waiting`: nothing has been asked for yet. */
export type HelpFrameState = 'waiting' | 'loading' | 'shown' | 'failed'

export interface HelpFrame {
  state: HelpFrameState
  frame: RefObject<HTMLIFrameElement | null>
  /** the page that the frame shows by now: links within the help lead on */
  address: string
  /** told by the frame whenever a page has come, or the browser's own page about a failure */
  onLoad(): void
  retry(): void
}

/** Loads a page of the help into a frame, and notices when it does not come. */
export function useHelpFrame(address: string, onEscape: () => void): HelpFrame {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<HelpFrameState>('waiting')
  const [shown, setShown] = useState(address)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    setShown(address)
    // another attempt by somebody who waits already
    setState(attempt > 0 ? 'loading' : 'waiting')
    const begin = setTimeout(
      () => setState((now) => (now === 'waiting' ? 'loading' : now)),
      delayBeforeLoading,
    )
    const giveUp = setTimeout(
      () => setState((now) => (now === 'loading' ? 'failed' : now)),
      delayBeforeLoading + patience,
    )
    return () => {
      clearTimeout(begin)
      clearTimeout(giveUp)
    }
  }, [address, attempt])

  return {
    state,
    frame,
    address: shown,
    onLoad() {
      const page = helpIn(frame.current)
      if (page === null) return setState('failed')
      setShown(page.location.pathname + page.location.hash)
      setState('shown')
      // keys pressed in a frame do not reach the page around it
      page.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') onEscape()
      })
    },
    retry: () => setAttempt((before) => before + 1),
  }
}

/** The page of our help in the frame; null for anything else: the browser's page about a failure is out of reach. */
function helpIn(frame: HTMLIFrameElement | null): Document | null {
  try {
    const page = frame?.contentDocument ?? null
    return page?.querySelector('meta[name="sextant-help"]') ? page : null
  } catch {
    return null
  }
}
