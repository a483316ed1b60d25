/** what had the focus last */
let held: HTMLElement | null = null
/** what lost it because it was disabled, or was to get it while it was: it gets it as soon as it can */
let waiting: HTMLElement | null = null
/** the address of the dialog that has the focus; null: none has */
let dialogAt: string | null = null

/** What has the focus, or would have it if it were not disabled for the moment. */
export function focusHolder(): Element | null {
  return isNowhere() && waiting?.isConnected ? waiting : document.activeElement
}

/** Gives the focus to something, at once or when it is no longer disabled. */
export function giveFocus(to: HTMLElement): void {
  to.focus({ preventScroll: true })
  if (isDisabled(to) && isNowhere()) waiting = to
}

let isKept = false

/**
 * Fields and buttons are disabled while what was entered is being saved, and browsers then drop the focus: who works
 * with the keyboard would have to start again at the top of the page. From now on it is given back when they are
 * enabled, unless it has gone elsewhere meanwhile.
 */
export function keepFocus(): void {
  if (isKept) return
  isKept = true
  const hold = (element: EventTarget | null) => {
    held = element as HTMLElement | null
    waiting = null
  }
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target === held && isDisabled(held)) waiting = held
      else if (target === waiting && isNowhere()) giveFocus(waiting)
    }
  })
  document.addEventListener('focusin', ({ target }) => {
    hold(target)
    followDialog(target as HTMLElement)
  })
  // a press on nothing takes the focus away on purpose; one on a button moves it
  document.addEventListener(
    'pointerdown',
    ({ target }) => hold(held?.contains(target as Node) ? held : null),
    true,
  )
  observer.observe(document, { subtree: true, attributeFilter: ['disabled'] })
}

/**
 * A dialog with an address of its own leaves another page behind, without what opened it: the shell then gives the
 * focus to the page, and it goes on to the link that leads to the dialog from there.
 */
function followDialog(target: HTMLElement): void {
  const left = dialogAt
  dialogAt = target.closest('[role="dialog"]') && location.pathname
  if (left !== location.pathname && target.localName === 'main')
    target.querySelector<HTMLElement>(`a[href="${left}"]`)?.focus({ preventScroll: true })
}

const isDisabled = (element: Element) => element.matches(':disabled')

function isNowhere(): boolean {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || isDisabled(activeElement)
}
