import { Button, type ButtonProps } from '@mantine/core'

interface ClearButtonProps extends ButtonProps {
  onClear: () => void
}

/**
 * Takes filters away, and goes with them. Who has pressed it with the keyboard goes on at the first of them; a finger
 * or a pointer would only open the keyboard of a phone.
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
