import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AddressTheme } from './address-theme.ts'
import { useForcedTheme } from './forced-theme.ts'
import { cssVariables, theme } from './theme.ts'

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
