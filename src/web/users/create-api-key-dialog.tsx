import { Alert, Button, Checkbox, Group, Modal, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createApiKey, maxKeyName } from '#shared/api-keys/api-keys-api.ts'
import { t } from '#shared/messages/translate.ts'
import type { KeyScope } from '#shared/permissions/key-scope.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

const scopes: readonly { value: KeyScope; label: string; about: string }[] = [
  { value: 'run', label: t('run'), about: t('Run queries and texts.') },
  { value: 'edit', label: t('edit'), about: t('Change queries, dashboards, alerts and other content.') },
  { value: 'admin', label: t('admin'), about: t('Everything that you may do with a key.') },
]

interface DialogProps {
  userId: number
  /** null: the key need not expire */
  maxDays: number | null
  onCreated: () => void
  onClose: () => void
}

/** Makes a key and shows it: the only time that it can be read. */
export function CreateApiKeyDialog({ userId, maxDays, onCreated, onClose }: DialogProps) {
  useFocusReturn()
  const [key, setKey] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const close = () => !isSaving && onClose()
  return (
    <Modal
      opened
      size={480}
      title={t('New API key')}
      onClose={close}
      // a key that is not copied yet would be lost
      closeOnClickOutside={key === null}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {key === null ? (
        <KeyForm
          {...{ userId, maxDays, isSaving, setIsSaving }}
          onCreated={(made) => {
            setKey(made)
            onCreated()
          }}
        />
      ) : (
        <Stack gap="md">
          <Alert color="yellow" variant="light">
            {t('Copy the key now: it is not shown again.')}
          </Alert>
          <TextInput
            label={t('API Key')}
            readOnly
            value={key}
            onFocus={(event) => event.currentTarget.select()}
            rightSection={<CopyButton value={key} label={t('Copy the API key')} />}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
          <Group justify="flex-end">
            <Button onClick={close}>{t('Done')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

interface FormProps {
  userId: number
  maxDays: number | null
  isSaving: boolean
  setIsSaving: (isSaving: boolean) => void
  onCreated: (key: string) => void
}

const day = 24 * 60 * 60 * 1000

function KeyForm({ userId, maxDays, isSaving, setIsSaving, onCreated }: FormProps) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<KeyScope[]>([])
  const [sources, setSources] = useState<string[]>([])
  const [days, setDays] = useState(maxDays === null ? '' : String(maxDays))
  const [fault, setFault] = useState<string | null>(null)
  const dataSources = useQuery(dataSourcesQuery)
  const isForAll = chosen.includes('admin')

  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setIsSaving(true)
    setFault(null)
    try {
      const { api_key } = await call(createApiKey, {
        params: { id: userId },
        body: {
          name,
          scopes: ['read', ...chosen],
          data_source_ids: isForAll || sources.length === 0 ? null : sources.map(Number),
          expires_at: days === '' ? null : new Date(Date.now() + Number(days) * day - 1000).toISOString(),
        },
      })
      onCreated(api_key)
    } catch (error) {
      setFault(messageOf(error, t('Unknown error')))
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <TextInput
          label={t('Name')}
          required
          data-autofocus
          maxLength={maxKeyName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group
          label={t('Scopes')}
          description={t('Every key may read content and stored results.')}
          value={chosen}
          onChange={(values) => setChosen(values as KeyScope[])}
        >
          <Stack gap="xs" mt="xs">
            {scopes.map(({ value, label, about }) => (
              <Checkbox key={value} value={value} label={label} description={about} />
            ))}
          </Stack>
        </Checkbox.Group>
        <MultiSelect
          label={t('Data sources')}
          description={
            isForAll
              ? t('A key with the scope admin reaches all data sources.')
              : t('None chosen: all of them.')
          }
          disabled={isForAll}
          searchable
          data={(dataSources.data ?? []).map(({ id, name: label }) => ({ value: String(id), label }))}
          value={sources}
          onChange={setSources}
        />
        <TextInput
          label={t('Expires after days')}
          description={
            maxDays === null
              ? t('Empty: never.')
              : t('At most {days}, as your organization wants it.', { days: maxDays })
          }
          type="number"
          min={1}
          max={maxDays ?? 3650}
          required={maxDays !== null}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        {fault !== null && (
          <Alert color="red" variant="light">
            {fault}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isSaving}>
            {t('Create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
