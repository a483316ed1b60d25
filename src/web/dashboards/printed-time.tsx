import { useEffect, useState } from 'react'
import { formatMoment } from '#shared/format/dates.ts'
import classes from './printed-time.module.css'

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
