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

/** Readers of a dashboard do without. */
const GridGrips = lazy(() => import('./grid-grips.tsx').then((module) => ({ default: module.GridGrips })))

/** What a widget is told about its box. */
export interface Box {
  /** one column: the box is as tall as its content, at least as tall as in the grid */
  isNarrow: boolean
}

export interface GridBoxProps {
  item: GridItem
  label: string
  isNarrow: boolean
  /** starts within the first screens */
  isNear: boolean
  /** must be there, near or not */
  isNeeded: boolean
  state: 'still' | 'dragged' | 'resized' | 'picked'
  draw(id: number, box: Box): ReactNode
  onRows(id: number, rows: number): void
  /** null: it stays where it is */
  acts: GripActs | null
}

/** A widget's place on the screen. Its content comes when it is near the viewport. */
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

/** Not drawn again while its box is moved. */
const Content = memo(function Content({ id, isNarrow, draw }: ContentProps) {
  return draw(id, { isNarrow })
})

/** Columns and rows as the style sheet calculates with them. */
export function placeStyle({ col, row, sizeX, sizeY }: GridItem): CSSProperties {
  const place = { '--col': col, '--row': row, '--size-x': sizeX, '--size-y': sizeY }
  return place as CSSProperties
}

/**
 * Tells how many rows the content of an auto-height box needs, now and whenever it changes; not while `isPaused`. The
 * content fills its box, so its own height is only seen once it may be lower than that.
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
    // what lies deeper may change its height while the parts around it fill the box as before
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
 * Is the box near enough to the viewport (one screen above and below) for its content to be there? Once it was, it stays.
 * Focus and the address (`#widget-12`) bring it at once.
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

/** To the box that the address names: on opening, and whenever it names another one. */
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
