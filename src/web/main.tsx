import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/theme.css'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { App } from './app/app.tsx'
import { reportRestoredSession } from './app/restored-session.ts'
import { preloadPage } from './app/router.tsx'
import { sessionQuery } from './app/session-query.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root.')

// the login popup of an expired session lands here: tell the opener and close
if (!(await reportRestoredSession())) {
  void queryClient.prefetchQuery(sessionQuery)
  preloadPage()
  createRoot(root).render(<App />)
}
