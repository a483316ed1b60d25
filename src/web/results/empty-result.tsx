import { IconTableOff } from '@tabler/icons-react'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Before the first result (part 1 section 2). */
export function EmptyResult({ mayRun }: { mayRun: boolean }) {
  return (
    <EmptyState size="compact" icon={<IconTableOff size={32} stroke={1.5} />} title="Query has no result">
      {mayRun
        ? 'Execute/Refresh the query to show results.'
        : 'You do not have a permission to execute/refresh this query.'}
    </EmptyState>
  )
}
