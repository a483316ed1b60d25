import { useEffect, useRef, useState } from 'react'
import { formatMoment } from '#shared/format/dates.ts'
import classes from './printing.module.css'

/** The time of printing, shown on paper. */
export function PrintedTime({ format }: { format: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const renew = () => setNow(new Date())
    window.addEventListener('beforeprint', renew)
    return () => window.removeEventListener('beforeprint', renew)
  }, [])
  return <p className={classes.printed}>{formatMoment(now.toISOString(), format)}</p>
}

/** Handles the print shortcut, because the browser prints only drawn widgets and those far below must be drawn first. */
export function usePrintKey(print: () => void): void {
  const latest = useRef(print)
  latest.current = print
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPrint =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'p'
      if (!isPrint) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
