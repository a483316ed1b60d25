import { useEffect, useState } from 'react'
import { noteMissing, useAttempt } from '../part.tsx'

export type Loaded<V> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; value: V }

/**
 * Returns the state of `load`. A failed call is repeated together with other missing chunks. Pass a stable function that
 * caches its own result.
 */
export function useLoaded<V>(load: () => Promise<V>): Loaded<V> {
  const [result, setResult] = useState<{ load: () => Promise<V>; loaded: Loaded<V> } | null>(null)
  const attempt = useAttempt()
  // loaded values are not requested again
  const [round, setRound] = useState(attempt)
  const isFailed = result?.load === load && result.loaded.state === 'failed'
  if (isFailed && round !== attempt) {
    setRound(attempt)
    setResult(null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round repeats the request
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
