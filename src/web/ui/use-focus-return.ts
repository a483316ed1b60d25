import { useEffect, useState } from 'react'
import { focusHolder, giveFocus } from './kept-focus.ts'

/** slightly later than Mantine's own attempt */
const delay = 20

/**
 * Returns the focus to the element that had it before a dialog. Mantine does this only for dialogs that were mounted
 * closed; those that are loaded or created on demand mount open, and would leave the focus nowhere.
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
