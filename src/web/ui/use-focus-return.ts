import { useEffect, useState } from 'react'
import { focusHolder, giveFocus } from './kept-focus.ts'

/** a little later than Mantine's own attempt */
const delay = 20

/**
 * Gives the focus back to what had it before a dialog. Mantine does so by itself only for dialogs that were on the page
 * before they opened; those that are fetched or made when they are needed start open, and would leave it nowhere.
 */
export function useFocusReturn(opened = true): void {
  const [before] = useState(focusHolder)
  useEffect(() => {
    if (!opened) return
    return () => {
      if (!(before instanceof HTMLElement)) return
      const page = document
      const atClose = page.activeElement
      setTimeout(() => {
        const now = page.activeElement
        const isLost = now === null || now === page.body || now === atClose
        if (isLost && before.isConnected) giveFocus(before)
      }, delay)
    }
  }, [opened, before])
}
