import { createContext, type ReactNode, useContext, useState } from 'react'
import { usePermission } from '#web/session/use-session.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'

const NewDashboardDialog = lazy(() =>
  import('./new-dashboard-dialog.tsx').then((module) => ({ default: module.NewDashboardDialog })),
)

const OpenDialog = createContext<() => void>(() => undefined)

/** Lets its children open the dialog for a new dashboard. */
export function NewDashboardProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const [open] = useState(() => () => setIsOpen(true))
  return (
    <OpenDialog value={open}>
      {children}
      <Opening>{isOpen && <NewDashboardDialog onClose={() => setIsOpen(false)} />}</Opening>
    </OpenDialog>
  )
}

/** Opens the dialog; null: the user may not create dashboards. */
export function useNewDashboard(): (() => void) | null {
  const open = useContext(OpenDialog)
  return usePermission('create_dashboard') ? open : null
}
