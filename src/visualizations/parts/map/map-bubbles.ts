import { t } from '#shared/messages/translate.ts'
import classes from './map.module.css'

/** A point in pixels of the window. */
export interface ScreenPoint {
  x: number
  y: number
}

export interface MapBubbles {
  /** a tooltip beside the pointer */
  showTooltip(content: Node, at: ScreenPoint): void
  hideTooltip(): void
  /** a popup above the point; `withKeyboard` moves the focus into it */
  openPopup(content: Node, at: ScreenPoint, withKeyboard: boolean): void
  closePopup(): void
  remove(): void
}

/**
 * Opens the tooltip and popup of a map. They are in the browser's top layer, so that neither small widgets nor full
 * screen mode clip them. Escape and a click elsewhere close the popup and restore the focus.
 */
export function openBubbles(frame: HTMLElement): MapBubbles {
  const tooltip = bubble(frame, 'manual', classes.tooltip)
  tooltip.setAttribute('role', 'tooltip')
  const popup = bubble(frame, 'auto', classes.popup)
  popup.setAttribute('role', 'dialog')
  popup.setAttribute('aria-label', t('Details'))
  const hide = (element: HTMLElement) => {
    if (element.matches(':popover-open')) element.hidePopover()
  }
  return {
    showTooltip(content, at) {
      if (popup.matches(':popover-open')) return hide(tooltip)
      tooltip.replaceChildren(content)
      if (!tooltip.matches(':popover-open')) tooltip.showPopover()
      place(tooltip, at, { x: 14, y: 14 })
    },
    hideTooltip: () => hide(tooltip),
    openPopup(content, at, withKeyboard) {
      hide(tooltip)
      hide(popup)
      const close = closeButton(() => hide(popup))
      const body = document.createElement('div')
      body.append(content)
      popup.replaceChildren(close, body)
      popup.showPopover()
      placeAbove(popup, at)
      if (withKeyboard) close.focus()
    },
    closePopup: () => hide(popup),
    remove() {
      tooltip.remove()
      popup.remove()
    },
  }
}

function bubble(frame: HTMLElement, kind: 'auto' | 'manual', className: string | undefined): HTMLElement {
  const element = document.createElement('div')
  element.className = `${classes.bubble} ${className}`
  element.popover = kind
  element.dataset.image = 'none'
  frame.append(element)
  return element
}

function closeButton(onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = classes.close ?? ''
  button.setAttribute('aria-label', t('Close'))
  // Escape closes the popup, not the editor's dialog
  button.dataset.mantineStopPropagation = 'true'
  button.textContent = '×'
  button.addEventListener('click', onClick)
  return button
}

const margin = 8

function within(min: number, wanted: number, max: number): number {
  return Math.max(min, Math.min(wanted, max))
}

/** Below and right of the point, or on its other side when there is no room. */
function place(element: HTMLElement, at: ScreenPoint, offset: ScreenPoint): void {
  const { offsetWidth: width, offsetHeight: height } = element
  const left =
    at.x + offset.x + width + margin > window.innerWidth ? at.x - offset.x - width : at.x + offset.x
  const top =
    at.y + offset.y + height + margin > window.innerHeight ? at.y - offset.y - height : at.y + offset.y
  element.style.left = `${within(margin, left, window.innerWidth - width - margin)}px`
  element.style.top = `${within(margin, top, window.innerHeight - height - margin)}px`
}

function placeAbove(element: HTMLElement, at: ScreenPoint): void {
  const { offsetWidth: width, offsetHeight: height } = element
  const gap = 10
  const top = at.y - gap - height < margin ? at.y + gap : at.y - gap - height
  element.style.left = `${within(margin, at.x - width / 2, window.innerWidth - width - margin)}px`
  element.style.top = `${within(margin, top, window.innerHeight - height - margin)}px`
}
