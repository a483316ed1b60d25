import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AddressTheme } from './address-theme.ts'
import { useForcedTheme } from './forced-theme.ts'
import type { Patience } from './lazy.tsx'
import { isGone } from './missing-file.ts'
import { cssVariables, theme } from './theme.ts'

/**
 * For visitors' pages, where typed text cannot be lost: after an upgrade they reload once; while the server is down,
 * the page stays as it is.
 */
export const waitForVisitorPart: Patience = async (failure, attempt) => {
  if (!(await isGone(failure, attempt))) return undefined
  const [navigation] = performance.getEntriesByType('navigation')
  const isRead = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
  if (!isRead) window.location.reload()
  return await new Promise<never>(() => {})
}

/** The stored theme is for the application; public pages use the theme of their address or of the system. */
const noMemory = {
  get: () => 'auto' as const,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

interface VisitorThemeProps {
  /** null: the system's theme */
  asked: AddressTheme | null
  children: ReactNode
}

/** Colors and components of pages without a session. */
export function VisitorThemeProvider({ asked, children }: VisitorThemeProps) {
  const forced = useForcedTheme() ?? asked
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={noMemory}
      defaultColorScheme="auto"
      {...(forced === null ? {} : { forceColorScheme: forced })}
    >
      {children}
    </MantineProvider>
  )
}
