import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AddressTheme } from './address-theme.ts'
import { useForcedTheme } from './forced-theme.ts'
import { cssVariables, theme } from './theme.ts'

/** The visitor's own choice is for the application; pages for everybody follow their address, else the system. */
const noMemory = {
  get: () => 'auto' as const,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

interface VisitorThemeProps {
  /** null: as the system has it */
  asked: AddressTheme | null
  children: ReactNode
}

/** Colours and components of pages that are shown without a session. */
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
