import { useState } from 'react'
import { DeprecatedEmbedsNotice } from './deprecated-embeds-notice.tsx'
import classes from './home-notices.module.css'
import { NewVersionNotice } from './new-version-notice.tsx'
import type { Notice } from './notices-for.ts'
import { UsageConsentCard } from './usage-consent-card.tsx'
import { VerifyEmailNotice } from './verify-email-notice.tsx'

/** The notices above the lists of the home page. */
export function HomeNotices({ notices }: { notices: readonly Notice[] }) {
  const [gone, setGone] = useState<readonly Notice[]>([])
  const open = notices.filter((notice) => !gone.includes(notice))
  const leave = (notice: Notice) => () => {
    setGone([...gone, notice])
    // the focused element disappears with the notice
    document.getElementById('main')?.focus()
  }
  if (open.length === 0) return null
  return (
    <div className={classes.notices}>
      {open.includes('verify-email') && <VerifyEmailNotice />}
      {open.includes('deprecated-embeds') && <DeprecatedEmbedsNotice />}
      {open.includes('new-version') && <NewVersionNotice onClose={leave('new-version')} />}
      {open.includes('usage-consent') && <UsageConsentCard onAnswered={leave('usage-consent')} />}
    </div>
  )
}
