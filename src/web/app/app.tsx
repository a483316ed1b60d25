import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense, useEffect, useState } from 'react'
import { onProofNeeded } from '#web/api/proof-renewal.ts'
import { queryClient } from '#web/api/query-client.ts'
import { onSessionExpired } from '#web/api/session-renewal.ts'
import { Questions } from '#web/ui/confirm.tsx'
import { lazy, setPatience } from '#web/ui/lazy.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { onSessionAnnounced } from '../session/session-channel.ts'
import { sessionQuery } from '../session/session-query.ts'
import { useForcedTheme } from '../ui/forced-theme.ts'
import { colorSchemeManager, cssVariables, theme } from '../ui/theme.ts'
import { CrashPage } from './crash-page.tsx'
import { waitForPart } from './missing-parts.tsx'
import { router } from './router.tsx'
import type { SessionTrouble } from './session-expired-modal.tsx'
import { useOfflineNotice } from './use-offline-notice.ts'

const ProofDialog = lazy(() => import('./proof-dialog.tsx'))
const SessionExpiredModal = lazy(() => import('./session-expired-modal.tsx'))

setPatience(waitForPart)

export function App() {
  const forcedTheme = useForcedTheme()
  return (
    <StrictMode>
      {/* the direction of the document, which theme.js has set before the first paint */}
      <DirectionProvider initialDirection={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
          {...(forcedTheme !== undefined && { forceColorScheme: forcedTheme })}
        >
          <QueryClientProvider client={queryClient}>
            <CatchBoundary getResetKey={() => 'never'} errorComponent={CrashPage}>
              <RouterProvider router={router} />
              <Notices />
            </CatchBoundary>
          </QueryClientProvider>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>
  )
}

/** What may appear over any page: toasts, questions, the expired session, the lost connection. */
function Notices() {
  const [trouble, setTrouble] = useState<SessionTrouble | null>(null)
  const [onChanged] = useState(() => () => setTrouble('changed'))
  const [isProofNeeded, setIsProofNeeded] = useState(false)
  useOfflineNotice()
  useEffect(() => onProofNeeded(setIsProofNeeded), [])
  useEffect(() => onSessionExpired((expired) => setTrouble(expired ? 'expired' : 'closed')), [])
  useEffect(
    () =>
      onSessionAnnounced((userId) => {
        const mine = queryClient.getQueryData(sessionQuery.queryKey)
        if (mine === undefined || mine.user.id === userId) return
        // the dialog of an expired session checks by itself
        setTrouble((now) => (now === 'expired' ? now : 'changed'))
      }),
    [],
  )
  return (
    <>
      <Toasts />
      <Questions />
      <Suspense>{isProofNeeded && <ProofDialog />}</Suspense>
      <Suspense>
        {trouble !== null && <SessionExpiredModal trouble={trouble} onChanged={onChanged} />}
      </Suspense>
    </>
  )
}
