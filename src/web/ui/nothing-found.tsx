import { Button, type ButtonProps } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
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

interface ClearButtonProps extends ButtonProps {
  onClear: () => void
}

/**
 * Clears filters, and disappears with them. After a key press the focus moves to the first filter; after a tap that
 * would open the keyboard of a phone.
 */
export function ClearButton({ onClear, ...button }: ClearButtonProps) {
  return (
    <Button
      {...button}
      onClick={({ currentTarget }) => {
        const isTyped = currentTarget.matches(':focus-visible')
        onClear()
        if (isTyped) document.querySelector<HTMLElement>('main input:not(:disabled)')?.focus()
      }}
    />
  )
}
