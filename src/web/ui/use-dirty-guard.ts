import { useBlocker } from '@tanstack/react-router'
import { confirm } from './confirm.tsx'

/** While `dirty`, leaving the page asks first; closing the tab asks in the browser's own words. */
export function useDirtyGuard(
  dirty: boolean,
  message = 'You will lose your changes if you leave',
  options: { staysOn?: (pathname: string) => boolean } = {},
): void {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => dirty,
    shouldBlockFn: async ({ current, next }) => {
      if (next.pathname === current.pathname || options.staysOn?.(next.pathname) === true) return false
      const leave = await confirm({
        title: 'Unsaved changes',
        message,
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
        danger: true,
      })
      return !leave
    },
  })
}
