import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { changedItems, type GridItem, keptItems, moveItem, resizeItem } from '#shared/dashboards/grid.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { cellAt, sizeAt } from './cells.ts'
import { followPointer } from './follow-pointer.ts'
import { acted, type MoveAct } from './move-acts.ts'
import { dragTo } from './use-slide.ts'

/** A move under way. */
export interface Move {
  id: number
  /** `pick`: by keys or buttons */
  by: 'drag' | 'resize' | 'pick'
  /** the grid at the start of the move, and after it */
  start: readonly GridItem[]
  items: readonly GridItem[]
}

interface MovesContext {
  root: RefObject<HTMLElement | null>
  items: readonly GridItem[]
  isOn: boolean
  onChange(items: GridItem[]): void
  labelOf(id: number): string
}

export interface Moves {
  move: Move | null
  /** text for a live region */
  message: string
  pickUp(id: number): void
  /** id of the widget that was picked up */
  act(act: MoveAct): void
  end(isDropped: boolean): void
}

/** Moves of the boxes of a grid, by pointer, keys or buttons. Changes are reported on drop only. */
export function useMoves(context: MovesContext): Moves {
  const latest = useRef(context)
  latest.current = context
  const [move, setMove] = useState<Move | null>(null)
  const [message, setMessage] = useState('')
  const current = useRef<Move | null>(null)
  const show = useCallback((next: Move | null) => {
    current.current = next
    setMove(next)
  }, [])
  const say = useCallback((sentence: (place: string) => string, items: readonly GridItem[], id: number) => {
    const item = items.find((one) => one.id === id)
    if (item !== undefined) setMessage(sentence(placeWords(latest.current.labelOf(id), item)))
  }, [])
  const end = useCallback(
    (isDropped: boolean) => {
      const ended = current.current
      if (ended === null) return
      show(null)
      const { items, onChange } = latest.current
      // widgets were added or removed in the meantime: the starting places are outdated
      const known = new Set(ended.start.map(({ id }) => id))
      const isOutdated = items.length !== known.size || items.some(({ id }) => !known.has(id))
      if (isDropped && !isOutdated) {
        if (changedItems(ended.start, ended.items).length > 0) onChange([...ended.items])
        say((place) => t('Dropped. {place}', { place }), ended.items, ended.id)
      } else say((place) => t('Cancelled. {place}', { place }), ended.start, ended.id)
    },
    [show, say],
  )
  const pickUp = useCallback(
    (id: number) => {
      const { items, isOn } = latest.current
      if (!isOn) return
      show({ id, by: 'pick', start: items, items })
      say((place) => t('Picked up. {place}', { place }), items, id)
    },
    [show, say],
  )
  const act = useCallback(
    (act: MoveAct) => {
      const before = current.current
      if (before === null) return
      const items = keptItems(before.items, acted(before.items, before.id, act))
      show({ ...before, items })
      say((place) => place, items, before.id)
    },
    [show, say],
  )
  useEffect(() => {
    if (!context.isOn) end(false)
  }, [context.isOn, end])
  usePointer(context.root, latest, { current, show, end })
  return { move, message, pickUp, act, end }
}

interface PointerContext {
  current: { readonly current: Move | null }
  show(next: Move): void
  end(isDropped: boolean): void
}

function usePointer(
  root: RefObject<HTMLElement | null>,
  latest: { readonly current: MovesContext },
  { current, show, end }: PointerContext,
): void {
  useEffect(() => {
    const { current: grid } = root
    if (grid === null) return
    let giveUp = () => {}
    const onPointerDown = (event: PointerEvent) => {
      const found = latest.current.isOn && event.button === 0 && event.isPrimary ? gripAt(event) : null
      if (found === null) return
      giveUp()
      giveUp = followPointer(event, grid, pointerSteps(found, latest, { current, show, end }))
    }
    const onDragStart = (event: DragEvent) => {
      if (current.current !== null) event.preventDefault()
    }
    grid.addEventListener('pointerdown', onPointerDown)
    grid.addEventListener('dragstart', onDragStart)
    return () => {
      giveUp()
      grid.removeEventListener('pointerdown', onPointerDown)
      grid.removeEventListener('dragstart', onDragStart)
    }
  }, [root, latest, current, show, end])
}

function pointerSteps(
  { box, grip }: { box: HTMLElement; grip: Grip },
  latest: { readonly current: MovesContext },
  { current, show, end }: PointerContext,
) {
  const id = Number(box.dataset.widgetId)
  return {
    onStart() {
      window.getSelection()?.removeAllRanges()
      const picked = current.current
      if (picked !== null) end(true)
      const items = picked?.items ?? latest.current.items
      show({ id, by: grip === 'move' ? 'drag' : 'resize', start: items, items })
    },
    onMove(dx: number, dy: number) {
      const move = current.current
      const item = move?.start.find((one) => one.id === id)
      const width = latest.current.root.current?.clientWidth
      if (!move || item === undefined || width === undefined) return
      if (grip === 'move') dragTo(box, dx, dy)
      const items =
        grip === 'move'
          ? moveItem(move.start, id, cellAt(item, dx, dy, width))
          : resizeItem(
              move.start,
              id,
              sizeAt(item, grip === 'bottom' ? 0 : dx, grip === 'right' ? 0 : dy, width),
            )
      if (changedItems(move.items, items).length > 0) show({ ...move, items: keptItems(move.items, items) })
    },
    onEnd: end,
  }
}

/** Values of `data-grid-grip`: the handle, and the edges that are dragged. */
type Grip = 'move' | 'right' | 'bottom' | 'corner'

const grips: readonly Grip[] = ['move', 'right', 'bottom', 'corner']

/** Elements that handle the pointer themselves. */
const interactive =
  'a, button, input, select, textarea, label, summary, [role="button"], [role="menuitem"], [role="combobox"], [contenteditable="true"]'

/** Widgets without a `<header>` are dragged by this many pixels at the top. */
const headerHeight = 44

/** The box and grip under a pointer: a handle, or the header of a widget. */
function gripAt(event: PointerEvent): { box: HTMLElement; grip: Grip } | null {
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
  // a touch on it scrolls
  return isInHeader && event.pointerType !== 'touch' ? { box, grip: 'move' } : null
}

/** Screen reader text of a keyboard move. Columns and rows count from 1. */
function placeWords(label: string, { col, row, sizeX, sizeY }: GridItem): string {
  const wide = plural(sizeX, { one: '{count} column wide', other: '{count} columns wide' })
  const high = plural(sizeY, { one: '{count} row high', other: '{count} rows high' })
  return t('{label}: column {col}, row {row}, {wide}, {high}', {
    label,
    col: col + 1,
    row: row + 1,
    wide,
    high,
  })
}

export const moveHelp = t(
  'Press Enter or Space to pick the widget up. Then move it with the arrow keys, resize it with Shift and the arrow keys, drop it with Enter, or cancel with Escape.',
)
