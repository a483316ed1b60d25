import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { CardPlace } from './name-card.tsx'

export interface HoveredLine {
  index: number
  at: CardPlace
}

/** The pointer rests on a line so long, in milliseconds, before its card opens. */
const restTime = 500
/** From the line to its card, and over other lines on the way there. */
const wayTime = 300

/** The line on which the mouse rests. Its card stays while the mouse is on it; any other act closes it. */
export function useHoveredLine() {
  const [hovered, setHovered] = useState<HoveredLine | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const awaited = useRef<number | null>(null)

  const stay = () => {
    clearTimeout(timer.current)
    awaited.current = null
  }
  const close = () => {
    stay()
    setHovered(null)
  }
  const leave = () => {
    stay()
    timer.current = setTimeout(() => setHovered(null), wayTime)
  }
  const over = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return
    const line = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (line === null) return leave()
    const index = Number(line.dataset.index)
    if (index === hovered?.index) return stay()
    if (index === awaited.current) return
    const tree = event.currentTarget
    stay()
    awaited.current = index
    timer.current = setTimeout(
      () => {
        awaited.current = null
        const { top, height } = line.getBoundingClientRect()
        // the line may have been scrolled away
        if (height > 0) setHovered({ index, at: { top, height, side: sideOf(tree) } })
      },
      hovered === null ? restTime : wayTime,
    )
  }

  const isOpen = hovered !== null
  useEffect(() => {
    if (!isOpen) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      clearTimeout(timer.current)
      setHovered(null)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOpen])
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    hovered,
    close,
    /** for the card */
    card: { onEnter: stay, onLeave: leave },
    /** for the tree */
    tree: { onPointerOver: over, onPointerLeave: leave, onPointerDown: close, onScroll: close },
  }
}

function sideOf(tree: HTMLElement): number {
  const { left, right } = tree.getBoundingClientRect()
  return getComputedStyle(tree).direction === 'rtl' ? left : right
}
