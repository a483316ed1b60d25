import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { Question } from './question.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface ConfirmDialogProps {
  question: Question
  onAnswer: (yes: boolean) => void
}

/** The dialog of `confirm(...)`. It answers after closing, when the focus is back where it was. */
export default function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  const { title, message, confirmLabel = t('OK'), cancelLabel = t('Cancel'), danger = false } = question
  useFocusReturn()
  const [answer, setAnswer] = useState<boolean | null>(null)
  return (
    <Modal
      opened={answer === null}
      onClose={() => setAnswer(false)}
      onExitTransitionEnd={() => onAnswer(answer === true)}
      title={title}
      zIndex={400}
      // it may open over another dialog, and a page has one banner
      attributes={{ header: { role: 'none' } }}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {typeof message === 'string' ? <Text style={{ overflowWrap: 'anywhere' }}>{message}</Text> : message}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" data-autofocus={danger || undefined} onClick={() => setAnswer(false)}>
          {cancelLabel}
        </Button>
        <Button
          color={danger ? 'red' : undefined}
          data-autofocus={!danger || undefined}
          onClick={() => setAnswer(true)}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
