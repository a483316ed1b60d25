import { IconSearchOff } from '@tabler/icons-react'
import { ClearButton } from './clear-button.tsx'
import { EmptyState } from './empty-state.tsx'

interface NothingFoundProps {
  title: string
  /** label of the button that clears search and filters */
  clearLabel: string
  onClear: () => void
}

/** Shown if a search or filters match nothing. */
export function NothingFound({ title, clearLabel, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      icon={<IconSearchOff size={40} stroke={1.5} />}
      title={title}
      action={
        <ClearButton variant="default" onClear={onClear}>
          {clearLabel}
        </ClearButton>
      }
    />
  )
}
