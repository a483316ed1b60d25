/** What a box is moved by, and which of its edges are dragged: values of `data-grid-grip`. */
export type Grip = 'move' | 'right' | 'bottom' | 'corner'

const grips: readonly Grip[] = ['move', 'right', 'bottom', 'corner']

/** What keeps its own meaning under a pointer. */
const interactive =
  'a, button, input, select, textarea, label, summary, [role="button"], [role="menuitem"], [role="combobox"], [contenteditable="true"]'

/** Of widgets without a `<header>`: what lies so far below the upper edge. */
const headerHeight = 44

/** The box and the grip under a pointer: a handle, or the header of a widget. */
export function gripAt(event: PointerEvent): { box: HTMLElement; grip: Grip } | null {
  const target = event.target
  if (!(target instanceof Element)) return null
  const box = target.closest('[data-widget-id]')
  if (!(box instanceof HTMLElement)) return null
  const handle = target.closest('[data-grid-grip]')?.getAttribute('data-grid-grip')
  const grip = grips.find((known) => known === handle)
  if (grip !== undefined) return { box, grip }
  const control = target.closest(interactive)
  if (control !== null && box.contains(control)) return null
  const isInHeader =
    target.closest('header') !== null || event.clientY - box.getBoundingClientRect().top < headerHeight
  // a finger on it scrolls
  return isInHeader && event.pointerType !== 'touch' ? { box, grip: 'move' } : null
}
