import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { t } from '#shared/messages/translate.ts'
import { confirm, preloadQuestions } from './confirm.tsx'

interface GuardOptions {
  staysOn?: (pathname: string) => boolean
  /** tries to save before asking; true: nothing would be lost any more */
  saveFirst?: () => Promise<boolean>
  /** asked at the moment of leaving: changes that the page has not been told yet */
  isDirtyNow?: () => boolean
}

/** While `dirty`, leaving the page asks first; closing the tab asks in the browser's words. */
export function useDirtyGuard(
  dirty: boolean,
  message = t('You will lose your changes if you leave'),
  options: GuardOptions = {},
): void {
  useEffect(() => {
    if (dirty) preloadQuestions()
  }, [dirty])
  const { isDirtyNow } = options
  useBlocker({
    disabled: !dirty && isDirtyNow === undefined,
    enableBeforeUnload: () => dirty || isDirtyNow?.() === true,
    shouldBlockFn: async ({ current, next }) => {
      if (!dirty && isDirtyNow?.() !== true) return false
      if (next.pathname === current.pathname || options.staysOn?.(next.pathname) === true) return false
      if (await options.saveFirst?.()) return false
      const leave = await confirm({
        title: t('Unsaved changes'),
        message,
        confirmLabel: t('Leave'),
        cancelLabel: t('Stay'),
        danger: true,
      })
      return !leave
    },
  })
}
