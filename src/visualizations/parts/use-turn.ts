import { useEffect, useState } from 'react'
import { drawInTurn } from './draw-in-turn.ts'

// not in draw-in-turn.ts, a chunk that dashboards and charts share: importing React there costs each of them bytes

/**
 * Returns true once a ready component may draw. Components that become ready together, such as the pictures of a
 * dashboard, draw one per task. The result never goes back to false.
 */
export function useTurn(isReady: boolean): boolean {
  const [isTurn, setIsTurn] = useState(false)
  useEffect(() => {
    if (!isReady || isTurn) return
    return drawInTurn(() => setIsTurn(true))
  }, [isReady, isTurn])
  return isTurn
}
