import { StrictMode, useMemo } from 'react'
import { setPatience } from '#web/ui/lazy.tsx'
import { VisitorThemeProvider } from '#web/ui/visitor-theme.tsx'
import { waitForVisitorPart } from '#web/ui/wait-for-visitor-part.ts'
import { readPublicAddress } from './public-address.ts'
import { ClosedNotice } from './public-notices.tsx'
import { PublicPage } from './public-page.tsx'

setPatience(waitForVisitorPart)

/** The dashboard of the address, without session, router and shell. */
export function PublicApp() {
  const address = useMemo(() => readPublicAddress(window.location), [])
  return (
    <StrictMode>
      <VisitorThemeProvider asked={address?.theme ?? null}>
        {address === null ? <ClosedNotice reason="gone" /> : <PublicPage address={address} />}
      </VisitorThemeProvider>
    </StrictMode>
  )
}
