import { type RefObject, useEffect, useState } from 'react'

/**
 * Is the box near enough to the viewport (one screen above and below) for its content to be there? Once it was, it stays.
 * Focus and the address (`#widget-12`) bring it at once.
 */
export function useIsShown(box: RefObject<HTMLElement | null>, id: string, isNear: boolean): boolean {
  const [isShown, setShown] = useState(
    isNear || window.location.hash === `#${id}` || typeof IntersectionObserver === 'undefined',
  )
  useJump(box, id, setShown)
  useEffect(() => {
    const { current } = box
    if (current === null || isShown) return
    const show = () => setShown(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show()
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(current)
    current.addEventListener('focusin', show)
    return () => {
      observer.disconnect()
      current.removeEventListener('focusin', show)
    }
  }, [box, isShown])
  return isShown
}

/** To the box that the address names: on opening, and whenever it names another one. */
function useJump(box: RefObject<HTMLElement | null>, id: string, setShown: (isShown: boolean) => void): void {
  useEffect(() => {
    const jump = () => {
      if (window.location.hash !== `#${id}`) return
      setShown(true)
      box.current?.scrollIntoView({ block: 'start' })
    }
    jump()
    window.addEventListener('hashchange', jump)
    return () => window.removeEventListener('hashchange', jump)
  }, [box, id, setShown])
}
