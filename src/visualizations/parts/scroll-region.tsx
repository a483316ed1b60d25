import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import classes from './scroll-region.module.css'

export interface ScrollRegionProps {
  label: string
  className?: string | undefined
  children: ReactNode
}

/** A scrollable region; focusable while its content overflows, so that the keyboard can scroll it. */
export function ScrollRegion({ label, className = '', children }: ScrollRegionProps) {
  const region = useRef<HTMLElement>(null)
  const scrolls = useOverflow(region)
  return (
    <section
      ref={region}
      className={`${classes.region} ${className}`}
      aria-label={label}
      {...(scrolls ? { tabIndex: 0 } : {})}
    >
      {children}
    </section>
  )
}

function useOverflow(region: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    const read = () =>
      setOverflows(
        element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
      )
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [region])
  return overflows
}
