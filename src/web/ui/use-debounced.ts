import { useEffect, useState } from 'react'

/** The value after `ms` without a change, and a setter that takes effect at once. */
export function useDebounced<T>(value: T, ms: number): [T, (value: T) => void] {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return [rested, (next) => setRested(() => next)]
}
