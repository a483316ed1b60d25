import { ActionIcon, Button, Text } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconFocusCentered,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { fetchAgain } from '../part.tsx'
import classes from './map.module.css'
import { type MapCorner, mapCorners } from './map-bounds.ts'
import type { OpenMap } from './use-leaflet-map.ts'

interface MapFrameProps {
  /** the accessible name of the map */
  label: string
  /** the element in which Leaflet draws */
  box: RefObject<HTMLDivElement | null>
  open: OpenMap | null
  /** resets the view to everything */
  onShowAll(): void
  /** content of the corners; at the top left it is below the zoom and full-screen buttons */
  corners: Partial<Record<MapCorner, ReactNode>>
  /** background color */
  background?: string | undefined
  className?: string | undefined
  /** the tile server: tiles of known ones may be darkened by the theme */
  tiles?: 'known' | 'other' | undefined
  /** shown at the lower edge */
  attribution?: ReactNode
  /** the map could not be loaded */
  failed: boolean
}

/** A map with its buttons. They are outside Leaflet's box, so that using them never drags the map. */
export function MapFrame({
  label,
  box,
  open,
  onShowAll,
  corners,
  background,
  className = '',
  tiles,
  attribution,
  failed,
}: MapFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={frame}
      className={`${classes.frame} ${className}`}
      style={{ background }}
      data-map-frame
      data-tiles={tiles}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no map */}
      <div ref={box} className={classes.box} role="group" aria-label={label} />
      {mapCorners.map((corner) => (
        <div key={corner} className={classes.corner} data-corner={corner}>
          {corner === 'top-left' && open ? (
            <MapTools open={open} frame={frame} onShowAll={onShowAll} />
          ) : null}
          {corners[corner]}
        </div>
      ))}
      {attribution ? <div className={classes.attribution}>{attribution}</div> : null}
      {failed ? (
        <Text className={classes.failure} c="dimmed" size="sm">
          {t('The visualization could not be loaded. Please check your Internet connection.')}{' '}
          <Button size="compact-xs" variant="default" onClick={fetchAgain}>
            {t('Retry')}
          </Button>
        </Text>
      ) : null}
    </div>
  )
}

interface MapToolsProps {
  open: OpenMap
  frame: RefObject<HTMLDivElement | null>
  onShowAll(): void
}

function MapTools({ open: { map }, frame, onShowAll }: MapToolsProps) {
  const isFull = useFullScreen(frame)
  const toggleFull = () => {
    if (isFull) void document.exitFullscreen()
    else void frame.current?.requestFullscreen()
  }
  return (
    <ActionIcon.Group orientation="vertical" className={classes.tools} data-image="none">
      <Tool label={t('Zoom in')} onClick={() => map.zoomIn()}>
        <IconPlus size={16} aria-hidden />
      </Tool>
      <Tool label={t('Zoom out')} onClick={() => map.zoomOut()}>
        <IconMinus size={16} aria-hidden />
      </Tool>
      <Tool label={t('Show everything')} onClick={onShowAll}>
        <IconFocusCentered size={16} aria-hidden />
      </Tool>
      {document.fullscreenEnabled ? (
        <Tool label={isFull ? t('Leave full screen') : t('Full screen')} onClick={toggleFull}>
          {isFull ? (
            <IconArrowsMinimize size={16} aria-hidden />
          ) : (
            <IconArrowsMaximize size={16} aria-hidden />
          )}
        </Tool>
      ) : null}
    </ActionIcon.Group>
  )
}

/** Uses the native tooltip: in full screen the browser shows no other content outside the frame. */
function Tool({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <ActionIcon variant="default" size={28} aria-label={label} title={label} onClick={onClick}>
      {children}
    </ActionIcon>
  )
}

function useFullScreen(frame: RefObject<HTMLElement | null>): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const read = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [frame])
  return isFull
}
