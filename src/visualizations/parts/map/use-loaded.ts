import { useEffect, useState } from 'react'
import { noteMissing, useAttempt } from '../part.tsx'

export type Loaded<V> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; value: V }

/**
 * What `load` gives; after a failure it is asked again together with other missing files. `load` stays the same function as
 * long as the same thing is wanted, and remembers it itself.
 */
export function useLoaded<V>(load: () => Promise<V>): Loaded<V> {
  const [result, setResult] = useState<{ load: () => Promise<V>; loaded: Loaded<V> } | null>(null)
  const attempt = useAttempt()
  // what is there already is not asked for again
  const [round, setRound] = useState(attempt)
  const isFailed = result?.load === load && result.loaded.state === 'failed'
  if (isFailed && round !== attempt) {
    setRound(attempt)
    setResult(null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let isWanted = true
    const tell = (loaded: Loaded<V>) => {
      if (isWanted) setResult({ load, loaded })
    }
    load().then(
      (value) => tell({ state: 'ready', value }),
      () => {
        noteMissing()
        tell({ state: 'failed' })
      },
    )
    return () => {
      isWanted = false
    }
  }, [load, round])
  return result?.load === load ? result.loaded : { state: 'loading' }
}
