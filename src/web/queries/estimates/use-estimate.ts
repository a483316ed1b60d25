import { useCallback, useEffect, useRef, useState } from 'react'
import type { EstimateAnswer, EstimateRequest } from './ask-estimate.ts'

/** What the editor shows now. */
interface Shown {
  text: string
  dataSourceId: number | null
}

/** Asks what a text would read; the answer is shown until it is closed or its text changes. */
export function useEstimate({ text, dataSourceId }: Shown, timeZone: string) {
  const [shown, setShown] = useState<{ of: EstimateRequest; answer: EstimateAnswer } | null>(null)
  const asking = useRef<AbortController | null>(null)
  const ask = useCallback(
    (of: EstimateRequest) => {
      asking.current?.abort()
      const controller = new AbortController()
      asking.current = controller
      const show = (answer: EstimateAnswer) => {
        if (!controller.signal.aborted) setShown({ of, answer })
      }
      show({ status: 'asked' })
      // lazy, because few types of data sources tell it
      import('./ask-estimate.ts')
        .then(({ askEstimate }) => askEstimate(of, timeZone, controller.signal))
        .then(show, (error) => show({ status: 'failed', message: error.message }))
    },
    [timeZone],
  )
  useEffect(() => () => asking.current?.abort(), [])
  const close = useCallback(() => {
    asking.current?.abort()
    setShown(null)
  }, [])
  const isCurrent = shown !== null && shown.of.wholeText === text && shown.of.dataSourceId === dataSourceId
  return { answer: isCurrent ? shown.answer : null, ask, close }
}
