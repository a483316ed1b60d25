import { Button, type ButtonProps } from '@mantine/core'

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
