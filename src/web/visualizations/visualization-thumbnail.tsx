import { type ReactNode, type RefObject, Suspense, use, useEffect, useMemo, useRef, useState } from 'react'
import { findVisualizationType } from '#visualizations/registry.ts'
import type { VisualizationData, VisualizationType } from '#visualizations/visualization.ts'
import { VisualizationBoundary } from '#visualizations/visualization-boundary.tsx'
import { firstOptions, type VisualizationStart } from './edited-visualization.ts'
import { useHostSettings } from './host-settings.ts'
import classes from './visualization-gallery.module.css'

interface VisualizationThumbnailProps {
  start: VisualizationStart
  /** null: only the icon */
  data: VisualizationData | null
  /** shown before the visualization, and if it fails */
  icon: ReactNode
}

/** A small visualization of the result, drawn when it comes into view; only for the eye. */
export function VisualizationThumbnail({ start, data, icon }: VisualizationThumbnailProps) {
  const box = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(box)
  const known = findVisualizationType(start.type)
  const instead = <div className={classes.icon}>{icon}</div>
  return (
    <div ref={box} className={classes.thumbnail} aria-hidden="true" inert>
      {known && data !== null && isSeen ? (
        <VisualizationBoundary resetKeys={[data]} instead={instead}>
          <Suspense fallback={instead}>
            <LiveVisualization known={known} start={start} data={data} />
          </Suspense>
        </VisualizationBoundary>
      ) : (
        instead
      )}
    </div>
  )
}

interface LiveVisualizationProps {
  known: VisualizationType
  start: VisualizationStart
  data: VisualizationData
}

function LiveVisualization({ known, start, data }: LiveVisualizationProps) {
  const settings = useHostSettings()
  const visualization = use(known.load())
  const { type, chartType, options } = start
  const complete = useMemo(
    () => firstOptions(visualization, data, settings, { type, chartType, options }),
    [visualization, data, settings, type, chartType, options],
  )
  return (
    <div className={classes.visualization} data-type={type}>
      <visualization.Renderer data={data} options={complete} name="" place="widget" settings={settings} />
    </div>
  )
}

/** Whether the box has been in view. */
function useSeen(box: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setIsSeen(true)
      },
      { rootMargin: '100px' },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return isSeen
}
