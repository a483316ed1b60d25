import { useDirection } from '@mantine/core'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  type CellPlace,
  clampSelection,
  extendTo,
  type GridExtent,
  moveBy,
  type Selection,
  selectAll,
  selectCell,
  selectRows,
} from './grid-selection.ts'

export interface GridActs {
  /** brings a cell into view */
  reveal(place: CellPlace): void
  /** opens the inspector */
  inspect(place: CellPlace): void
  openColumnMenu(column: number): void
  openCellMenu(at: { x: number; y: number }): void
  /** the text of the selected cells if all are in the browser; null otherwise, after which they are read */
  copy(selection: Selection): string | null
}

export interface GridHandlers {
  onKeyDown(event: KeyboardEvent<HTMLElement>): void
  onMouseDown(event: MouseEvent<HTMLElement>): void
  onDoubleClick(event: MouseEvent<HTMLElement>): void
  onContextMenu(event: MouseEvent<HTMLElement>): void
  onCopy(event: ClipboardEvent<HTMLElement>): void
}

export interface Grid {
  selection: Selection | null
  select(selection: Selection | null): void
  handlers: GridHandlers
}

/** Selecting cells by mouse and keyboard. `resetKey`: another one means other rows, so the selection goes. */
export function useGrid(
  extent: GridExtent,
  resetKey: unknown,
  table: RefObject<HTMLTableElement | null>,
  acts: GridActs,
): Grid {
  const [chosen, setChosen] = useState<{ of: unknown; selection: Selection } | null>(null)
  const selection =
    chosen !== null && chosen.of === resetKey ? clampSelection(chosen.selection, extent) : null
  const select = (next: Selection | null) =>
    setChosen(next === null ? null : { of: resetKey, selection: next })
  const { dir } = useDirection()
  const latest = useRef({ selection, select, acts })
  latest.current = { selection, select, acts }
  const drag = useDrag(table, latest)
  const shouldReveal = useRef(false)
  useLayoutEffect(() => {
    if (!shouldReveal.current || selection === null) return
    shouldReveal.current = false
    acts.reveal(selection.active)
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isInside = event.target !== event.currentTarget
    const mod = event.ctrlKey || event.metaKey
    // links and buttons in cells and heads keep their keys
    if (isInside && (event.key === ' ' || event.key === 'Enter')) return
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault()
      // a menu that opens while the key is still on its way takes it for its own, and closes
      setTimeout(() => acts.openColumnMenu(selection?.active.column ?? 0))
    } else if (mod && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      select(selectAll(extent))
    } else if (event.key === 'Escape' && selection !== null && selection.anchor !== selection.active) {
      event.preventDefault()
      select(selectCell(selection.active))
    } else if ((event.key === ' ' || event.key === 'Enter') && selection !== null) {
      event.preventDefault()
      acts.inspect(selection.active)
    } else if (!event.altKey) {
      const pressed = { key: event.key, shift: event.shiftKey, mod, isRtl: dir === 'rtl' }
      const next = moveBy(selection, pressed, extent)
      if (next === null) return
      event.preventDefault()
      shouldReveal.current = true
      select(next)
    }
  }

  const chosenAt = (place: CellPlace) =>
    place.column < 0 ? selectRows(place.row, place.row, extent) : selectCell(place)

  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    const place = placeOf(event.target)
    if (place === null || event.button > 0) return
    if (isControl(event.target)) return
    // also keeps the browser from selecting texts
    event.preventDefault()
    table.current?.focus({ preventScroll: true })
    select(event.shiftKey && selection !== null ? extendTo(selection, place) : chosenAt(place))
    drag.start()
  }

  return {
    selection,
    select,
    handlers: {
      onKeyDown,
      onMouseDown,
      onDoubleClick: (event) => {
        const place = placeOf(event.target)
        if (place !== null && place.column >= 0 && !isControl(event.target)) acts.inspect(place)
      },
      onContextMenu: (event) => {
        const place = placeOf(event.target)
        if (place !== null && isControl(event.target)) return
        if (place !== null && !isSelected(selection, place)) select(chosenAt(place))
        if (place === null && selection === null) return
        // opened by a key the menu belongs to the active cell
        const cell = place === null || event.button !== 2 ? activeCell(table.current) : null
        if (place === null && cell === null) return
        event.preventDefault()
        const box = cell?.getBoundingClientRect()
        acts.openCellMenu(box ? { x: box.left + 8, y: box.bottom } : { x: event.clientX, y: event.clientY })
      },
      onCopy: (event) => {
        if (selection === null || event.target !== event.currentTarget) return
        event.preventDefault()
        const text = acts.copy(selection)
        if (text !== null) event.clipboardData.setData('text/plain', text)
      },
    },
  }
}

function isSelected(selection: Selection | null, { row, column }: CellPlace): boolean {
  if (selection === null) return false
  const { anchor, active } = selection
  const isBetween = (value: number, one: number, other: number) =>
    value >= Math.min(one, other) && value <= Math.max(one, other)
  return (
    isBetween(row, anchor.row, active.row) && isBetween(Math.max(0, column), anchor.column, active.column)
  )
}

function activeCell(table: HTMLTableElement | null): Element | null {
  return table?.querySelector('td[data-active]') ?? null
}

/** Where a cell stands, from what was clicked in it; the number of a row stands before the first column. */
export function placeOf(target: EventTarget | null): CellPlace | null {
  const cell = target instanceof Element ? target.closest('td[data-column]') : null
  const row = cell?.closest('tr')?.dataset['place']
  if (!(cell instanceof HTMLElement) || row === undefined) return null
  return { row: Number(row), column: Number(cell.dataset['column']) }
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input') !== null
}

interface DragState {
  selection: Selection | null
  select(selection: Selection | null): void
  acts: GridActs
}

/** milliseconds between steps while the mouse is held beyond an edge */
const edgeMs = 60

/** Extends the selection while the mouse button is held, and scrolls at the edges. */
function useDrag(table: RefObject<HTMLTableElement | null>, latest: RefObject<DragState>) {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return {
    start() {
      stop.current?.()
      const mouse = { x: 0, y: 0 }
      let timer: ReturnType<typeof setInterval> | undefined
      const extend = (place: CellPlace | null, reveals: boolean) => {
        const { selection, select, acts } = latest.current
        if (place === null || selection === null) return
        if (place.row === selection.active.row && place.column === selection.active.column) return
        select(extendTo(selection, place))
        if (reveals) acts.reveal(place)
      }
      const step = () => {
        const region = table.current?.parentElement
        const { selection } = latest.current
        if (!region || selection === null) return
        const box = region.getBoundingClientRect()
        const { row, column } = selection.active
        const down = mouse.y > box.bottom ? 1 : mouse.y < box.top + 20 ? -1 : 0
        const across = mouse.x > box.right ? 1 : mouse.x < box.left ? -1 : 0
        if (down !== 0 || across !== 0) {
          const next = { row: Math.max(0, row + down), column: Math.max(0, column + across) }
          extend(next, true)
        }
      }
      const move = (event: globalThis.MouseEvent) => {
        if (event.buttons === 0) {
          stop.current?.()
          return
        }
        Object.assign(mouse, { x: event.clientX, y: event.clientY })
        timer ??= setInterval(step, edgeMs)
        const cell = document.elementFromPoint(event.clientX, event.clientY)
        if (table.current?.contains(cell)) extend(placeOf(cell), false)
      }
      const end = () => stop.current?.()
      document.addEventListener('mousemove', move)
      document.addEventListener('mouseup', end)
      stop.current = () => {
        clearInterval(timer)
        document.removeEventListener('mousemove', move)
        document.removeEventListener('mouseup', end)
        stop.current = null
      }
    },
  }
}
