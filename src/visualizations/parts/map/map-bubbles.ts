import { t } from '#shared/messages/translate.ts'
import classes from './map.module.css'

/** A point of the screen, in pixels of the window. */
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
 * Tooltip and popup of a map. They lie in the browser's top layer: nothing cuts them off, neither a small widget nor
 * full screen, and they stay on the screen. Escape and a click elsewhere close the popup and give the focus back.
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
  element.dataset.picture = 'none'
  frame.append(element)
  return element
}

function closeButton(onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = classes.close ?? ''
  button.setAttribute('aria-label', t('Close'))
  // Escape closes the popup, not the dialog around a preview
  button.dataset.mantineStopPropagation = 'true'
  button.textContent = '×'
  button.addEventListener('click', onClick)
  return button
}

const margin = 8

function within(least: number, wanted: number, most: number): number {
  return Math.max(least, Math.min(wanted, most))
}

/** Below and right of the point; on the other side of it where there is no room. */
function place(element: HTMLElement, at: ScreenPoint, away: ScreenPoint): void {
  const { offsetWidth: width, offsetHeight: height } = element
  const left = at.x + away.x + width + margin > window.innerWidth ? at.x - away.x - width : at.x + away.x
  const top = at.y + away.y + height + margin > window.innerHeight ? at.y - away.y - height : at.y + away.y
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
