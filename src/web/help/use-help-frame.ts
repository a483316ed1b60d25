import { type RefObject, useEffect, useRef, useState } from 'react'

/** Delay after opening (docs/reference/screens.md#help-drawer): a drawer that is closed at once loads nothing. */
const delayBeforeLoading = 300
const patience = 20_000

/** `waiting`: nothing has been requested yet. */
export type HelpFrameState = 'waiting' | 'loading' | 'shown' | 'failed'

export interface HelpFrame {
  state: HelpFrameState
  frame: RefObject<HTMLIFrameElement | null>
  /** the page now in the frame, as links within the help lead on */
  address: string
  /** called by the frame when a page has loaded, including the browser's own error page */
  onLoad(): void
  retry(): void
}

/** Loads a page of the help into a frame, and detects failures. */
export function useHelpFrame(address: string, onEscape: () => void): HelpFrame {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<HelpFrameState>('waiting')
  const [shown, setShown] = useState(address)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    setShown(address)
    // after a failure, the user is already waiting
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
      // key events in a frame do not reach the page around it
      page.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') onEscape()
      })
    },
    retry: () => setAttempt((before) => before + 1),
  }
}

/** The page of our help in the frame; null for others: the browser's error page is not accessible. */
function helpIn(frame: HTMLIFrameElement | null): Document | null {
  try {
    const page = frame?.contentDocument ?? null
    return page?.querySelector('meta[name="sextant-help"]') ? page : null
  } catch {
    return null
  }
}
