import { Code, Modal, Stack, Text } from '@mantine/core'
import { CopyButton } from '#web/ui/copy-button.tsx'
import classes from './api-key-dialog.module.css'

interface ApiKeyDialogProps {
  queryId: number
  apiKey: string
  onClose(): void
}

/** The key of a query, with the addresses it opens. */
export function ApiKeyDialog({ queryId, apiKey, onClose }: ApiKeyDialogProps) {
  const base = `${window.location.origin}/api/queries/${queryId}/results`
  const address = (format: string) => `${base}.${format}?api_key=${apiKey}`
  return (
    <Modal opened onClose={onClose} title="API Key" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Copied label="API Key" value={apiKey} />
        <Text size="sm" c="dimmed">
          Whoever has this key can read the results of this query. Example addresses:
        </Text>
        <Copied label="Results in CSV format" value={address('csv')} />
        <Copied label="Results in JSON format" value={address('json')} />
      </Stack>
    </Modal>
  )
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <div className={classes.row}>
        <Code className={classes.code}>{value}</Code>
        <CopyButton value={value} label={`Copy ${label}`} />
      </div>
    </div>
  )
}
