import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

export interface FactorDialogProps {
  userId: number
  asksPassword: boolean
  onClose: () => void
}

interface FrameProps {
  title: string
  /** true: the content cannot be shown again, so a click outside does not close it */
  isFinal: boolean
  onClose: () => void
  children: ReactNode
}

export function FactorFrame({ title, isFinal, onClose, children }: FrameProps) {
  useFocusReturn()
  return (
    <Modal
      opened
      size={480}
      title={title}
      closeOnClickOutside={!isFinal}
      closeOnEscape={!isFinal}
      withCloseButton={!isFinal}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {children}
    </Modal>
  )
}
