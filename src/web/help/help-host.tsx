import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { useAskedHelp } from './help-state.ts'

const HelpDrawer = lazy(() => import('./help-drawer.tsx'))

/** Renders the help drawer once it is opened. */
export function HelpHost() {
  const asked = useAskedHelp()
  return <Opening>{asked && <HelpDrawer asked={asked} />}</Opening>
}
