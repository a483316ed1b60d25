import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { GridItem } from '#shared/dashboards/grid.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { rowsOfHeight } from './cells.ts'
import classes from './dashboard-grid.module.css'
import type { GripActs } from './grid-grips.tsx'
import { useSlide } from './use-slide.ts'

/** Loaded only for editing. */
const GridGrips = lazy(() => import('./grid-grips.tsx').then((module) => ({ default: module.GridGrips })))

/** Props of a widget's box. */
export interface Box {
  /** one column: the box is as tall as its content, and at least as tall as in the grid */
  isNarrow: boolean
}

export interface GridBoxProps {
  item: GridItem
  label: string
  isNarrow: boolean
  /** starts within the first screens */
  isNear: boolean
  /** must be drawn, near or not */
  isNeeded: boolean
  state: 'still' | 'dragged' | 'resized' | 'picked'
  draw(id: number, box: Box): ReactNode
  onRows(id: number, rows: number): void
  /** null: it cannot be moved */
  acts: GripActs | null
}

/** A widget's box on the screen. Its content is drawn when it is near the viewport. */
export const GridBox = memo(function GridBox(props: GridBoxProps) {
  const { item, label, isNarrow, isNear, isNeeded, state, draw, onRows, acts } = props
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isShown = useIsShown(box, `widget-${item.id}`, isNear) || isNeeded
  useSlide(box, item, { isDragged: state === 'dragged', isOff: isNarrow })
  const isMeasured = item.autoHeight && isShown && !isNarrow && state !== 'resized'
  const { id } = item
  useContentRows(
    content,
    !isMeasured,
    useCallback((rows) => onRows(id, rows), [onRows, id]),
  )
  return (
    <div
      ref={box}
      id={`widget-${id}`}
      className={classes.box}
      data-widget-id={id}
      data-state={state}
      data-auto-height={(item.autoHeight && isShown) || undefined}
      style={placeStyle(item)}
    >
      <div ref={content} className={classes.content}>
        {isShown ? (
          <Content id={id} isNarrow={isNarrow} draw={draw} />
        ) : (
          <div className={classes.waiting}>
            <span className="sx-visually-hidden">{label}</span>
          </div>
        )}
      </div>
      {acts !== null && (
        <Suspense>
          <GridGrips
            id={id}
            label={label}
            isPicked={state === 'picked'}
            isMoving={state !== 'still'}
            acts={acts}
          />
        </Suspense>
      )}
    </div>
  )
})

interface ContentProps {
  id: number
  isNarrow: boolean
  draw(id: number, box: Box): ReactNode
}

/** Memoized: not redrawn while its box moves. */
const Content = memo(function Content({ id, isNarrow, draw }: ContentProps) {
  return draw(id, { isNarrow })
})

/** Columns and rows as CSS variables. */
export function placeStyle({ col, row, sizeX, sizeY }: GridItem): CSSProperties {
  const place = { '--col': col, '--row': row, '--size-x': sizeX, '--size-y': sizeY }
  return place as CSSProperties
}

/**
 * Reports the rows that the content of an auto-height box needs, now and on every change, except while `isPaused`. The
 * content fills its box, so its own height is measured by letting it shrink first.
 */
function useContentRows(
  content: RefObject<HTMLElement | null>,
  isPaused: boolean,
  onRows: (rows: number) => void,
): void {
  useEffect(() => {
    const { current } = content
    if (current === null || isPaused) return
    const measure = () => {
      current.style.minHeight = '0'
      const height = current.offsetHeight
      current.style.minHeight = ''
      if (height > 0) onRows(rowsOfHeight(height))
    }
    let frame = 0
    const measureSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    const sizes = new ResizeObserver(measureSoon)
    const observeParts = () => {
      sizes.disconnect()
      for (const part of current.querySelectorAll(':scope > *, :scope > * > *')) sizes.observe(part)
    }
    // nested content may change its height while its parents still fill the box
    const changes = new MutationObserver(() => {
      observeParts()
      measureSoon()
    })
    changes.observe(current, { childList: true, subtree: true, characterData: true })
    observeParts()
    measure()
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      changes.disconnect()
    }
  }, [content, isPaused, onRows])
}

/**
 * Whether the content of the box is drawn: within one screen of the viewport, and then for good. Focus and the address
 * (`#widget-12`) draw it at once.
 */
function useIsShown(box: RefObject<HTMLElement | null>, id: string, isNear: boolean): boolean {
  const [isShown, setShown] = useState(
    isNear || window.location.hash === `#${id}` || typeof IntersectionObserver === 'undefined',
  )
  useJump(box, id, setShown)
  useEffect(() => {
    const { current } = box
    if (current === null || isShown) return
    const show = () => setShown(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show()
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(current)
    current.addEventListener('focusin', show)
    return () => {
      observer.disconnect()
      current.removeEventListener('focusin', show)
    }
  }, [box, isShown])
  return isShown
}

/** Scrolls to the box that the address names: on opening, and whenever the address changes. */
function useJump(box: RefObject<HTMLElement | null>, id: string, setShown: (isShown: boolean) => void): void {
  useEffect(() => {
    const jump = () => {
      if (window.location.hash !== `#${id}`) return
      setShown(true)
      box.current?.scrollIntoView({ block: 'start' })
    }
    jump()
    window.addEventListener('hashchange', jump)
    return () => window.removeEventListener('hashchange', jump)
  }, [box, id, setShown])
}
