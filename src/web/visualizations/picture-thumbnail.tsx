import { type ReactNode, type RefObject, Suspense, use, useEffect, useMemo, useRef, useState } from 'react'
import { PictureBoundary } from '#visualizations/picture-boundary.tsx'
import { findVisualizationType } from '#visualizations/registry.ts'
import type { VisualizationData, VisualizationType } from '#visualizations/visualization.ts'
import { firstOptions, type PictureStart } from './edited-visualization.ts'
import { useHostSettings } from './host-settings.ts'
import classes from './picture-gallery.module.css'

interface PictureThumbnailProps {
  start: PictureStart
  /** null: only the icon */
  data: VisualizationData | null
  /** shown before the picture, and if it fails */
  icon: ReactNode
}

/** A small picture of the result, drawn when it comes into view; only for the eye. */
export function PictureThumbnail({ start, data, icon }: PictureThumbnailProps) {
  const box = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(box)
  const known = findVisualizationType(start.type)
  const instead = <div className={classes.icon}>{icon}</div>
  return (
    <div ref={box} className={classes.thumbnail} aria-hidden="true" inert>
      {known && data !== null && isSeen ? (
        <PictureBoundary resetKeys={[data]} instead={instead}>
          <Suspense fallback={instead}>
            <LivePicture known={known} start={start} data={data} />
          </Suspense>
        </PictureBoundary>
      ) : (
        instead
      )}
    </div>
  )
}

interface LivePictureProps {
  known: VisualizationType
  start: PictureStart
  data: VisualizationData
}

function LivePicture({ known, start, data }: LivePictureProps) {
  const settings = useHostSettings()
  const visualization = use(known.load())
  const { type, chartType, options } = start
  const complete = useMemo(
    () => firstOptions(visualization, data, settings, { type, chartType, options }),
    [visualization, data, settings, type, chartType, options],
  )
  return (
    <div className={classes.picture} data-type={type}>
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
