import { type RefObject, useEffect, useState } from 'react'

/**
 * Is the box near enough to the viewport (one screen above and below) for its content to be there? Once it was, it stays.
 * Focus and the address (`#widget-12`) bring it at once.
 */
export function useIsShown(box: RefObject<HTMLElement | null>, isNear: boolean): boolean {
  const [isShown, setShown] = useState(isNear || typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const { current } = box
    if (current === null || isShown) return
    const show = () => setShown(true)
    const jump = () => {
      if (window.location.hash !== `#${current.id}`) return
      show()
      current.scrollIntoView({ block: 'start' })
    }
    jump()
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show()
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(current)
    current.addEventListener('focusin', show)
    window.addEventListener('hashchange', jump)
    return () => {
      observer.disconnect()
      current.removeEventListener('focusin', show)
      window.removeEventListener('hashchange', jump)
    }
  }, [box, isShown])
  return isShown
}
