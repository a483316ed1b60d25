import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/theme.css'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { App } from './app/app.tsx'
import { logCaughtError } from './app/caught-errors.ts'
import { preloadPage } from './app/router.tsx'
import { announceSession, isLoginPopup } from './app/session-channel.ts'
import { sessionQuery } from './app/session-query.ts'
import { watchUncaughtErrors } from './app/uncaught-errors.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root.')

// the login popup of an expired session lands here: it tells the opener and closes
const isDone = isLoginPopup() && (await (await import('./app/restored-session.ts')).reportRestoredSession())
if (!isDone) {
  watchUncaughtErrors()
  void queryClient.ensureQueryData(sessionQuery).then(
    ({ user }) => announceSession(user.id),
    // the page itself shows why it cannot be loaded
    () => undefined,
  )
  preloadPage()
  createRoot(root, { onCaughtError: logCaughtError }).render(<App />)
}
