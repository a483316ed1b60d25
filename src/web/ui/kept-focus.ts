/** the last focused element */
let held: HTMLElement | null = null
/** the element that lost the focus, or could not take it, because it is disabled: focused as soon as possible */
let waiting: HTMLElement | null = null
/** the dialog that has the focus, and the address at which it took it; null: none */
let dialog: Element | null = null
let dialogAt: string | null = null

/** The focused element, or the disabled one that will get the focus. */
export function focusHolder(): Element | null {
  return isNowhere() && waiting?.isConnected ? waiting : document.activeElement
}

/** Focuses an element, at once or when it is enabled again. */
export function giveFocus(to: HTMLElement): void {
  to.focus({ preventScroll: true })
  if (isDisabled(to) && isNowhere()) waiting = to
}

/** Whether the focused element is gone, and the focus with it. */
export function isFocusLost(): boolean {
  return isNowhere() && held !== null && !held.isConnected
}

let isKept = false

/**
 * Fields and buttons are disabled while saving, and browsers then drop the focus, so keyboard users would start again
 * at the top of the page. From now on, an element gets the focus back when it is enabled, unless the focus has moved.
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
  // a click on an empty place removes the focus on purpose; one on a button moves it
  document.addEventListener(
    'pointerdown',
    ({ target }) => hold(held?.contains(target as Node) ? held : null),
    true,
  )
  observer.observe(document, { subtree: true, attributeFilter: ['disabled'] })
}

/**
 * A dialog with its own address closes onto another page, where the element that opened it no longer exists. The shell
 * focuses the page, and this moves the focus to the link that opens the dialog.
 */
function followDialog(target: HTMLElement): void {
  const left = dialogAt
  const inside = target.closest('[role="dialog"]')
  // a dialog that moves its focus while it closes is already at the address of the page behind it
  if (inside !== dialog) dialogAt = inside && location.pathname
  dialog = inside
  if (left !== location.pathname && target.localName === 'main')
    target.querySelector<HTMLElement>(`a[href="${left}"]`)?.focus({ preventScroll: true })
}

const isDisabled = (element: Element) => element.matches(':disabled')

function isNowhere(): boolean {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || isDisabled(activeElement)
}
