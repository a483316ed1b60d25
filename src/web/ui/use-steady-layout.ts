import { useEffect, useState } from 'react'

const hasDialog = () => document.querySelector('[aria-modal="true"]') !== null

/**
 * The layout for the width of the window, frozen while a dialog is open: another layout would rebuild its panes, and a
 * dialog in one of them would lose what was typed.
 */
export function useSteadyLayout<Layout>(wanted: Layout): Layout {
  const [shown, setShown] = useState(wanted)
  useEffect(() => {
    if (shown === wanted) return
    const follow = () => {
      if (!hasDialog()) setShown(wanted)
    }
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [shown, wanted])
  return shown
}
