import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { useAskedHelp } from './help-state.ts'

const HelpDrawer = lazy(() => import('./help-drawer.tsx'))

/** Where the help drawer appears once somebody asks for it. */
export function HelpHost() {
  const asked = useAskedHelp()
  return <Opening>{asked && <HelpDrawer asked={asked} />}</Opening>
}
