import { type CSSProperties, memo, type ReactNode, Suspense, useCallback, useRef } from 'react'
import type { GridItem } from '#shared/dashboards/grid.ts'
import { lazy } from '#web/ui/lazy.tsx'
import classes from './dashboard-grid.module.css'
import type { GripActs } from './grid-grips.tsx'
import { useContentRows } from './use-content-rows.ts'
import { useIsShown } from './use-is-shown.ts'
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
