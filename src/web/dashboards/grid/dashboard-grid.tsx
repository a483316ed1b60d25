import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type GridItem,
  gridGap,
  inReadingOrder,
  rowHeight,
  withAutoHeights,
} from '#shared/dashboards/grid.ts'
import { useIsWhole } from '#web/dashboards/export/whole-dashboard.ts'
import { heightOfRows, rowsInUse } from './cells.ts'
import classes from './dashboard-grid.module.css'
import { type Box, GridBox, placeStyle } from './grid-box.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import { type Move, moveHelp, useMoves } from './use-moves.ts'

export interface DashboardGridProps {
  items: readonly GridItem[]
  /** whether widgets may be moved and resized, if there is room for columns */
  editing: boolean
  /** called when a widget was dropped in a new place or size; not when it grew with its content */
  onChange(items: GridItem[]): void
  /** name of a moved widget for screen readers */
  labelOf(id: number): string
  /** draws a widget; should be stable while nothing changes. It fills its box, or has its own height. */
  children: (id: number, box: Box) => ReactNode
}

/**
 * The widgets of a dashboard in their places: columns, or one column on narrow screens
 * (docs/reference/dashboards.md#grid). Widgets far below the viewport are drawn when they come near; auto-height ones
 * are as tall as their content. Each box has an id such as `widget-12`. In edit mode a widget is dragged by its handle
 * or its `<header>`.
 */
export function DashboardGrid({ items, editing, onChange, labelOf, children }: DashboardGridProps) {
  const root = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(root)
  const isWhole = useIsWhole()
  const helpId = useId()
  const { settled, onRows } = useContentHeights(items)
  const isOn = editing && !isNarrow
  const moves = useMoves({ root, items: settled, isOn, onChange, labelOf })
  const { move, pickUp, act, end } = moves
  useHeldView(root, items, settled, isNarrow || move !== null)
  const acts = useMemo(
    () => (isOn ? { helpId, onPickUp: pickUp, onAct: act, onEnd: end } : null),
    [isOn, helpId, pickUp, act, end],
  )
  const ordered = useStableOrder(settled, isOn)
  const places = new Map((move?.items ?? settled).map((item) => [item.id, item]))
  const landing = move === null ? undefined : places.get(move.id)
  const tops = topsOf(ordered, isNarrow)
  return (
    <div
      ref={root}
      className={classes.grid}
      data-narrow={isNarrow || undefined}
      data-editing={isOn || undefined}
      data-moving={move?.by}
      style={gridStyle(settled, move)}
    >
      {landing && <Landing item={landing} isFollowed={move?.by === 'pick'} />}
      {ordered.map((item) => {
        const state = move?.id === item.id ? stateOf[move.by] : 'still'
        const start = state === 'dragged' ? move?.start.find(({ id }) => id === item.id) : undefined
        return (
          <GridBox
            key={item.id}
            item={start ?? places.get(item.id) ?? item}
            label={labelOf(item.id)}
            isNarrow={isNarrow}
            isNear={(tops.get(item.id) ?? 0) < window.innerHeight}
            isNeeded={isWhole}
            state={state}
            draw={children}
            onRows={onRows}
            acts={acts}
          />
        )
      })}
      {isOn && (
        <>
          <p id={helpId} hidden>
            {moveHelp}
          </p>
          <p className="sx-visually-hidden" aria-live="assertive">
            {moves.message}
          </p>
        </>
      )}
    </div>
  )
}

const stateOf = { drag: 'dragged', resize: 'resized', pick: 'picked' } as const

/** Shows where a widget will be dropped. */
function Landing({ item, isFollowed }: { item: GridItem; isFollowed: boolean }) {
  const landing = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // keep a widget moved by keyboard in sight; a pointer scrolls by itself
    if (isFollowed) landing.current?.scrollIntoView({ block: 'nearest' })
  })
  return <div ref={landing} className={classes.landing} style={placeStyle(item)} />
}

/** The items with their content heights on this screen. */
function useContentHeights(items: readonly GridItem[]) {
  const [rows, setRows] = useState<ReadonlyMap<number, number>>(new Map())
  const onRows = useCallback((id: number, count: number) => {
    setRows((before) => (before.get(id) === count ? before : new Map(before).set(id, count)))
  }, [])
  const settled = useMemo(() => withAutoHeights(items, rows), [items, rows])
  return { settled, onRows }
}

/**
 * The reading order of the boxes in the DOM. It is fixed during moves: moving a DOM element drops its focus and
 * reloads its frames.
 */
function useStableOrder(items: readonly GridItem[], isKept: boolean): GridItem[] {
  const kept = useRef<readonly number[]>([])
  return useMemo(() => {
    const inOrder = inReadingOrder(items)
    if (!isKept) {
      kept.current = inOrder.map(({ id }) => id)
      return inOrder
    }
    const places = new Map(kept.current.map((id, place) => [id, place]))
    const placeOf = ({ id }: GridItem) => places.get(id) ?? places.size
    const ordered = inOrder.toSorted((a, b) => placeOf(a) - placeOf(b))
    kept.current = ordered.map(({ id }) => id)
    return ordered
  }, [items, isKept])
}

/** The offset of each box from the top of the grid, by stored heights. */
function topsOf(ordered: readonly GridItem[], isNarrow: boolean): Map<number, number> {
  let top = 0
  return new Map(
    ordered.map(({ id, row, sizeY }) => {
      if (!isNarrow) return [id, heightOfRows(row)]
      const own = top
      top += heightOfRows(sizeY) + gridGap
      return [id, own]
    }),
  )
}

/** During a move, the grid has room for the widget below all others. */
function gridStyle(items: readonly GridItem[], move: Move | null): CSSProperties {
  const moved = move?.items.find(({ id }) => id === move.id)
  const rows = Math.max(rowsInUse(items), move ? rowsInUse(move.items) : 0) + (moved?.sizeY ?? 0)
  const style = { '--rows': rows }
  return style as CSSProperties
}

/**
 * Keeps the visible box in place while widgets above it grow with their content: browsers anchor scrolling only for
 * content in normal flow. Moves by the user are left alone.
 *
 * @param items as stored or moved
 * @param settled the same items with the heights of their content
 */
function useHeldView(
  root: RefObject<HTMLElement | null>,
  items: readonly GridItem[],
  settled: readonly GridItem[],
  isOff: boolean,
): void {
  const last = useRef({ items, settled })
  useLayoutEffect(() => {
    const before = last.current
    last.current = { items, settled }
    const grid = root.current
    if (grid === null || isOff || before.items !== items || before.settled === settled) return
    const rows = rowsMoved(grid, before.settled, settled)
    if (rows === 0) return
    // their slide starts from a place that has since changed
    for (const box of grid.children) for (const slide of box.getAnimations?.() ?? []) slide.cancel()
    scrollerOf(grid).scrollBy({ top: rows * rowHeight, behavior: 'instant' })
  }, [root, items, settled, isOff])
}

/** How far the visible box has moved: the one named by the address, otherwise the first in sight. */
function rowsMoved(grid: HTMLElement, before: readonly GridItem[], after: readonly GridItem[]): number {
  const top = grid.getBoundingClientRect().top
  const inSight = before.filter(({ row, sizeY }) => {
    const start = top + row * rowHeight
    return start < window.innerHeight && start + heightOfRows(sizeY) > 0
  })
  const first = inSight.reduce<GridItem | undefined>(
    (above, item) => (above !== undefined && above.row <= item.row ? above : item),
    undefined,
  )
  const anchor = inSight.find(({ id }) => window.location.hash === `#widget-${id}`) ?? first
  const place = after.find(({ id }) => id === anchor?.id)
  return anchor === undefined || place === undefined ? 0 : place.row - anchor.row
}

/** The scroll container: the page or, in full screen, the box around the dashboard. */
function scrollerOf(element: HTMLElement): Element {
  const { parentElement } = element
  if (parentElement === null || parentElement === document.body) return document.documentElement
  const { overflowY } = getComputedStyle(parentElement)
  return overflowY === 'auto' || overflowY === 'scroll' ? parentElement : scrollerOf(parentElement)
}
