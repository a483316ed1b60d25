import { useLayoutEffect, useRef } from 'react'
import { markerIcon } from './marker-icons.ts'

interface MarkerIconSourceProps {
  name: string
  /** SVG markup of 16 x 16 in the colour around it; null: there is no such sign */
  onDrawn(markup: string | null): void
}

/** Leaflet's markers are no React elements: the sign is drawn once, out of sight, and its markup handed on. */
export function MarkerIconSource({ name, onDrawn }: MarkerIconSourceProps) {
  const place = useRef<HTMLSpanElement>(null)
  const Icon = markerIcon(name)
  useLayoutEffect(() => {
    const drawn = Icon ? place.current?.querySelector('svg') : null
    drawn?.removeAttribute('class')
    onDrawn(drawn ? drawn.outerHTML : null)
  }, [Icon, onDrawn])
  return (
    <span ref={place} hidden data-picture="none">
      {Icon ? <Icon size={16} stroke={2.25} /> : null}
    </span>
  )
}
