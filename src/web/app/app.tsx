import { Button, DirectionProvider, Group, MantineProvider } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense, useEffect, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { onProofNeeded } from '#web/api/proof-renewal.ts'
import { queryClient } from '#web/api/query-client.ts'
import { onSessionExpired } from '#web/api/session-renewal.ts'
import { Questions } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazy, setPatience } from '#web/ui/lazy.tsx'
import { notify, Toasts } from '#web/ui/toast.tsx'
import { onSessionAnnounced } from '../session/session-channel.ts'
import { sessionQuery } from '../session/session-query.ts'
import { errorPageTexts } from '../ui/error-messages.ts'
import { useForcedTheme } from '../ui/forced-theme.ts'
import { colorSchemeManager, cssVariables, theme } from '../ui/theme.ts'
import { usePageTitle } from '../ui/use-page-title.ts'
import { waitForPart } from './lazy-page.tsx'
import { router } from './router.tsx'
import type { SessionTrouble } from './session-expired-modal.tsx'

const noticeId = 'offline'

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

/** Replaces the whole application if the shell itself cannot be drawn. Needs no router. */
function CrashPage() {
  usePageTitle(t('Error'))
  return (
    <main>
      <div role="alert">
        <EmptyState
          icon={<IconAlertTriangle size={40} stroke={1.5} />}
          title={errorPageTexts.other}
          heading
          action={
            <Group gap="xs">
              <Button onClick={() => window.location.reload()}>{t('Reload')}</Button>
              <Button component="a" href="/" variant="default">
                {t('Go to the home page')}
              </Button>
            </Group>
          }
        />
      </div>
    </main>
  )
}

/** Shows a notice while the browser has no connection. */
function useOfflineNotice(): void {
  useEffect(() => {
    const warn = () =>
      notify.warning(t('Please check your Internet connection.'), { id: noticeId, duration: false })
    const clear = () => notify.hide(noticeId)
    if (!navigator.onLine) warn()
    window.addEventListener('offline', warn)
    window.addEventListener('online', clear)
    return () => {
      window.removeEventListener('offline', warn)
      window.removeEventListener('online', clear)
    }
  }, [])
}
