import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { inAppHref } from './in-app-link.ts'

/** Whether there is a page at an address; links to missing pages are not offered. */
export type HasPage = (pathname: string) => boolean

/** Links in users' texts lead to our own pages without reloading the application. */
export function useInAppLinks(): void {
  const router = useRouter()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || !link.hasAttribute('href')) return
      const href = inAppHref(
        {
          button: event.button,
          hasModifier: event.metaKey || event.ctrlKey || event.shiftKey || event.altKey,
          isHandled: event.defaultPrevented,
          link: { href: link.href, target: link.target, isDownload: link.hasAttribute('download') },
        },
        window.location.href,
        (pathname) => hasPage(router, pathname),
      )
      if (href === null) return
      event.preventDefault()
      void router.navigate({ href })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [router])
}

/** Checks whether the application has a page at an address; all others belong to the server. */
export function useHasPage(): HasPage {
  const router = useRouter()
  return (pathname) => hasPage(router, pathname)
}

function hasPage(router: AnyRouter, pathname: string): boolean {
  const [, , route] = router.getMatchedRoutes(pathname)
  return route !== undefined && route.fullPath !== '/$'
}
