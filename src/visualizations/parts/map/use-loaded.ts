import { useEffect, useState } from 'react'

export type Loaded<V> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; value: V }

/** What `load` gives. `load` stays the same function as long as the same thing is wanted, and remembers it itself. */
export function useLoaded<V>(load: () => Promise<V>): Loaded<V> {
  const [result, setResult] = useState<{ load: () => Promise<V>; loaded: Loaded<V> } | null>(null)
  useEffect(() => {
    let isWanted = true
    const tell = (loaded: Loaded<V>) => {
      if (isWanted) setResult({ load, loaded })
    }
    load().then(
      (value) => tell({ state: 'ready', value }),
      () => tell({ state: 'failed' }),
    )
    return () => {
      isWanted = false
    }
  }, [load])
  return result?.load === load ? result.loaded : { state: 'loading' }
}
