import { useEffect, useState } from 'react'
import { drawInTurn } from './draw-in-turn.ts'

/**
 * Is it time to draw what is ready? All that becomes ready in one moment, such as the pictures of a dashboard, is drawn
 * one a task. What has had its turn keeps it.
 */
export function useTurn(isReady: boolean): boolean {
  const [isTurn, setIsTurn] = useState(false)
  useEffect(() => {
    if (!isReady || isTurn) return
    return drawInTurn(() => setIsTurn(true))
  }, [isReady, isTurn])
  return isTurn
}
