import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import classes from './api-key-dialog.module.css'

interface ApiKeyDialogProps {
  queryId: number
  apiKey: string
  /** null: the viewer may not regenerate it */
  onRegenerate: (() => Promise<void>) | null
  onClose(): void
}

/** The API key of a query, with the addresses it opens. */
export function ApiKeyDialog({ queryId, apiKey, onRegenerate, onClose }: ApiKeyDialogProps) {
  useFocusReturn()
  const base = `${window.location.origin}/api/queries/${queryId}/results`
  const address = (format: string) => `${base}.${format}?api_key=${apiKey}`
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('API Key')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Stack gap="md">
        <Copied label={t('API Key')} value={apiKey}>
          {onRegenerate && <Regenerate onRegenerate={onRegenerate} />}
        </Copied>
        <Text size="sm" c="dimmed">
          {t('Anyone with this key can read the results of this query. Example addresses:')}
        </Text>
        <Copied label={t('Results in CSV format')} value={address('csv')} />
        <Copied label={t('Results in JSON format')} value={address('json')} />
      </Stack>
    </Modal>
  )
}

function Regenerate({ onRegenerate }: { onRegenerate(): Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      onClick={() => {
        setIsBusy(true)
        void onRegenerate().finally(() => setIsBusy(false))
      }}
    >
      {t('Regenerate')}
    </Button>
  )
}

function Copied({ label, value, children }: { label: string; value: string; children?: React.ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {label}
      </Text>
      <div className={classes.row}>
        <Code className={classes.code}>{value}</Code>
        <Group gap={4} wrap="nowrap">
          <CopyButton value={value} label={t('Copy {label}', { label })} />
          {children}
        </Group>
      </div>
    </div>
  )
}
