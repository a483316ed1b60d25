import { useEffect, useState } from 'react'

/** Milliseconds as a stopwatch shows them: `0:07`, `1:02:03`. */
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

interface ElapsedProps {
  since: number
  /** how to format milliseconds */
  write?(ms: number): string
}

/** Ticking time since the start; hidden from assistive technology, which would read every second. */
export function Elapsed({ since, write = stopwatch }: ElapsedProps) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span aria-hidden="true" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {write(now - since)}
    </span>
  )
}
