import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { onSessionExpired } from '#web/api/session-renewal.ts'
import { Questions } from '#web/ui/confirm.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { useForcedTheme } from './forced-theme.ts'
import { router } from './router.tsx'
import { colorSchemeManager, cssVariables, theme } from './theme.ts'
import { useOfflineNotice } from './use-offline-notice.ts'

const SessionExpiredModal = lazy(() => import('./session-expired-modal.tsx'))

export function App() {
  const forcedTheme = useForcedTheme()
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        {...(forcedTheme !== undefined && { forceColorScheme: forcedTheme })}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Notices />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}

/** What may appear over any page: toasts, questions, the end of the session, the loss of the connection. */
function Notices() {
  const [expired, setExpired] = useState<boolean | null>(null)
  useOfflineNotice()
  useEffect(() => onSessionExpired(setExpired), [])
  return (
    <>
      <Toasts />
      <Questions />
      <Suspense>{expired !== null && <SessionExpiredModal expired={expired} />}</Suspense>
    </>
  )
}
