import { MantineProvider } from '@mantine/core'
import { StrictMode, useMemo } from 'react'
import { cssVariables, theme } from '#web/app/theme.ts'
import { type EmbedAddress, readEmbedAddress } from './embed-address.ts'
import { EmbedError } from './embed-error.tsx'
import { EmbedPage } from './embed-page.tsx'
import { embedWords } from './embed-words.ts'

/** The visitor's own choice is for the application; a frame follows its address, else the system. */
const noMemory = {
  get: () => 'auto' as const,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

/** The page of the address, without session, router and cache: each of them would be paid for in every frame. */
export function EmbedApp() {
  const address = useMemo(() => readEmbedAddress(window.location), [])
  const forced = address?.theme ? { forceColorScheme: address.theme } : {}
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={noMemory}
        defaultColorScheme="auto"
        {...forced}
      >
        <Embedded address={address} />
      </MantineProvider>
    </StrictMode>
  )
}

function Embedded({ address }: { address: EmbedAddress | null }) {
  return address === null ? <EmbedError message={embedWords.unknown} /> : <EmbedPage address={address} />
}
