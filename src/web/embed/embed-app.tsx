import { StrictMode, useMemo } from 'react'
import { setPatience } from '#web/ui/lazy.tsx'
import { VisitorThemeProvider } from '#web/ui/visitor-theme.tsx'
import { waitForVisitorPart } from '#web/ui/wait-for-visitor-part.ts'
import { type EmbedAddress, readEmbedAddress } from './embed-address.ts'
import { EmbedError } from './embed-error.tsx'
import { EmbedPage } from './embed-page.tsx'
import { embedWords } from './embed-words.ts'

setPatience(waitForVisitorPart)

/** The page of the address, without session, router and cache: each of them would be paid for in every frame. */
export function EmbedApp() {
  const address = useMemo(() => readEmbedAddress(window.location), [])
  return (
    <StrictMode>
      <VisitorThemeProvider asked={address?.theme ?? null}>
        <Embedded address={address} />
      </VisitorThemeProvider>
    </StrictMode>
  )
}

function Embedded({ address }: { address: EmbedAddress | null }) {
  return address === null ? <EmbedError message={embedWords.unknown} /> : <EmbedPage address={address} />
}
