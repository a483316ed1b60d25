import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

export interface Question {
  title: string
  message: ReactNode
  /** a verb that names the deed; default `OK` */
  confirmLabel?: string
  /** default `Cancel` */
  cancelLabel?: string
  /** red button: something is lost */
  danger?: boolean
}

/** Asks once; resolves to true when confirmed, to false when cancelled, closed or escaped. */
export function confirm({ title, message, confirmLabel, cancelLabel, danger }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: typeof message === 'string' ? <Text>{message}</Text> : message,
      labels: { confirm: confirmLabel ?? 'OK', cancel: cancelLabel ?? 'Cancel' },
      confirmProps: danger === true ? { color: 'red', 'data-autofocus': true } : { 'data-autofocus': true },
      closeButtonProps: { 'aria-label': 'Close' },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}
