import { useEffect, useState } from 'react'

/** The value once it has rested for `ms`, and a way to set it at once. */
export function useDebounced<T>(value: T, ms: number): [T, (value: T) => void] {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return [rested, (next) => setRested(() => next)]
}
