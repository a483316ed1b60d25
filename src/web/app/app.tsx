import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { router } from './router.tsx'
import { SessionExpiredModal } from './session-expired-modal.tsx'
import { colorSchemeManager, cssVariables, theme } from './theme.ts'
import { useOfflineNotice } from './use-offline-notice.ts'

const toastDuration = 3000

export function App() {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <ModalsProvider>
            <RouterProvider router={router} />
            <SessionExpiredModal />
          </ModalsProvider>
          <Notifications position="bottom-right" autoClose={toastDuration} limit={5} />
          <OfflineNotice />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}

function OfflineNotice() {
  useOfflineNotice()
  return null
}
