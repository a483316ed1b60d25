/** what had the focus last */
let held: HTMLElement | null = null
/** what lost it because it was disabled, or was to get it while it was: it gets it as soon as it can */
let waiting: HTMLElement | null = null

/** What has the focus, or would have it if it were not disabled for the moment. */
export function focusHolder(): Element | null {
  return isNowhere() && waiting?.isConnected ? waiting : document.activeElement
}

/** Gives the focus to something, at once or when it is no longer disabled. */
export function giveFocus(to: HTMLElement): void {
  to.focus({ preventScroll: true })
  if (isNowhere() && isDisabled(to)) waiting = to
}

/**
 * Fields and buttons are disabled while what was entered is being saved, and browsers then drop the focus: who works
 * with the keyboard would have to start again at the top of the page. Gives it back when they are enabled, unless it
 * has gone elsewhere meanwhile. Answers how to stop.
 */
export function keepFocus(): () => void {
  const noteHolder = (event: FocusEvent) => {
    held = event.target instanceof HTMLElement ? event.target : null
    waiting = null
  }
  const forget = (event?: PointerEvent) => {
    const { activeElement } = document
    const isSame = event?.target instanceof Node && activeElement?.contains(event.target)
    held = isSame && activeElement !== document.body ? (activeElement as HTMLElement) : null
    waiting = null
  }
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLElement)) continue
      if (target === held && isDisabled(target)) waiting = target
      else if (target === waiting && isNowhere()) target.focus({ preventScroll: true })
    }
  })
  document.addEventListener('focusin', noteHolder)
  // a press on nothing takes the focus away on purpose; one on a button moves it
  document.addEventListener('pointerdown', forget, true)
  observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    document.removeEventListener('focusin', noteHolder)
    document.removeEventListener('pointerdown', forget, true)
    observer.disconnect()
    forget()
  }
}

const isDisabled = (element: HTMLElement) => element.matches(':disabled')

function isNowhere(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || isDisabled(activeElement as HTMLElement)
}
