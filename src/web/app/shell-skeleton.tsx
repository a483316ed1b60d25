import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { readLocalOption } from '../ui/local-options.ts'
import { Page } from '../ui/page.tsx'
import header from './mobile-header.module.css'
import navbar from './navbar.module.css'
import classes from './shell.module.css'

/** The outline of the shell while the session loads, so that nothing shifts later. */
export function ShellSkeleton() {
  return (
    <div className={classes.shell}>
      <div className={header.header} />
      <div className={navbar.navbar} data-folded={readLocalOption('navbar') === 'folded' || undefined} />
      <main className={classes.main}>
        <Page>
          <PageSkeleton />
        </Page>
      </main>
    </div>
  )
}
