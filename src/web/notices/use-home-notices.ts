import { useQuery } from '@tanstack/react-query'
import { createElement, type ReactNode, useState } from 'react'
import { useSession } from '#web/session/use-session.ts'
import { readLocalOption } from '#web/ui/local-options.ts'
import { dismissedVersionOption, noticesFor } from './notices-for.ts'

/**
 * The notices of the home page. Their code is fetched only if there are any, together with the lists. If it cannot be
 * fetched, the page works without it.
 */
export function useHomeNotices(): ReactNode {
  const [dismissedVersion] = useState(() => readLocalOption(dismissedVersionOption))
  const notices = noticesFor(useSession(), dismissedVersion)
  const { data } = useQuery({
    queryKey: ['home-notices'],
    queryFn: () => import('./home-notices.tsx'),
    enabled: notices.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return data === undefined ? null : createElement(data.HomeNotices, { notices })
}
