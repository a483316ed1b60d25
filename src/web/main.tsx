import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './ui/theme.css'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { App } from './app/app.tsx'
import { logCaughtError, watchUncaughtErrors } from './app/report-errors.ts'
import { preloadPage } from './app/router.tsx'
import { announceSession, isLoginPopup } from './session/session-channel.ts'
import { sessionQuery } from './session/session-query.ts'
import { bringBackStyles } from './ui/missing-file.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root.')

/** True in the login popup of an expired session: it notifies its opener and closes. */
async function isDone(): Promise<boolean> {
  return isLoginPopup() && (await (await import('./session/restored-session.ts')).reportRestoredSession())
}

async function start(place: HTMLElement): Promise<void> {
  if (await isDone()) return
  watchUncaughtErrors()
  bringBackStyles(document)
  void queryClient.ensureQueryData(sessionQuery).then(
    ({ user }) => announceSession(user.id),
    // the page itself shows why it cannot be loaded
    () => undefined,
  )
  preloadPage()
  createRoot(place, { onCaughtError: logCaughtError }).render(<App />)
}

// not awaited: the files of the page must not wait for those of the document
void start(root)
