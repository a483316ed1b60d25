import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/theme.css'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { App } from './app/app.tsx'
import { logCaughtError } from './app/caught-errors.ts'
import { bringBackStyles } from './app/missing-file.ts'
import { preloadPage } from './app/router.tsx'
import { announceSession, isLoginPopup } from './app/session-channel.ts'
import { sessionQuery } from './app/session-query.ts'
import { watchUncaughtErrors } from './app/uncaught-errors.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root.')

/** The login popup of an expired session lands here: it tells the opener and closes. */
async function isDone(): Promise<boolean> {
  return isLoginPopup() && (await (await import('./app/restored-session.ts')).reportRestoredSession())
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

// not awaited: no file of the page may have to wait for the document's own
void start(root)
