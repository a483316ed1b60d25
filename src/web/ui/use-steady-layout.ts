import { useEffect, useState } from 'react'

const hasDialog = () => document.querySelector('[aria-modal="true"]') !== null

/**
 * The layout that the window asks for; while a dialog is open the one that it was opened in. Another layout builds its
 * panes anew, and a dialog that belongs to one of them would be gone with all that was typed into it.
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
