import { Button, Checkbox, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type GitSyncSettings, saveGitSync } from '#shared/git-sync/git-sync-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { type FieldFault, fieldFault } from '#web/config-form/field-fault.ts'
import { notify } from '#web/ui/toast.tsx'
import { useDirtyGuard } from '#web/ui/use-dirty-guard.ts'
import classes from './git-sync.module.css'
import { type GitSyncValues, gitSyncQuery, readSources, sourcesText, valuesOf } from './git-sync-queries.ts'

interface Fields {
  values: GitSyncValues
  stored: GitSyncSettings | undefined
  change(changes: Partial<GitSyncValues>): void
  /** why the server refused the value of a field */
  faultOf(field: keyof GitSyncValues): string | undefined
}

export function GitSyncForm({ stored }: { stored: GitSyncSettings | undefined }) {
  const client = useQueryClient()
  const [changed, setChanged] = useState<Partial<GitSyncValues>>({})
  const [fault, setFault] = useState<FieldFault | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const isDirty = Object.keys(changed).length > 0
  useDirtyGuard(isDirty)
  const values = { ...valuesOf(stored), ...changed }
  const fields: Fields = {
    ...{ values, stored },
    change: (changes) => setChanged({ ...changed, ...changes }),
    faultOf: (field) => (fault?.field === field ? fault.message : undefined),
  }
  const save = async () => {
    setIsSaving(true)
    setFault(null)
    try {
      await call(saveGitSync, { body: values })
      await client.invalidateQueries({ queryKey: gitSyncQuery.queryKey })
      setChanged({})
      notify.success(t('Settings changes saved.'))
    } catch (error) {
      const found = fieldFault(error)
      setFault(found)
      notify.error(found === null ? messageOf(error, '') : found.message, {
        title: t('Failed saving changes.'),
      })
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <form
      className={classes.form}
      noValidate
      aria-labelledby="git-sync-repository"
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty && !isSaving) void save()
      }}
    >
      <h2 id="git-sync-repository" className={classes.heading}>
        {t('Repository')}
      </h2>
      <Place {...fields} />
      <Secrets {...fields} />
      <When {...fields} />
      <What {...fields} />
      <div>
        <Button type="submit" loading={isSaving} disabled={!isDirty}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

type TextField = 'url' | 'branch' | 'folder' | 'username' | 'file_url'

function Text({
  fields,
  field,
  ...input
}: {
  fields: Fields
  field: TextField
  label: string
  description?: string
}) {
  return (
    <TextInput
      {...input}
      value={fields.values[field]}
      error={fields.faultOf(field)}
      onChange={(event) => fields.change({ [field]: event.currentTarget.value })}
    />
  )
}

function Place(fields: Fields) {
  const { values, change } = fields
  const isLocal = values.remote === 'local'
  return (
    <>
      <Select
        label={t('Connection')}
        allowDeselect={false}
        data={[
          { value: 'https', label: t('HTTPS with a token') },
          { value: 'ssh', label: t('SSH with a key') },
          { value: 'local', label: t('Folder of the server') },
        ]}
        value={values.remote}
        onChange={(remote) => remote !== null && change({ remote: remote as GitSyncValues['remote'] })}
      />
      <Text
        fields={fields}
        field="url"
        label={isLocal ? t('Folder') : t('Address')}
        description={addressHint(values.remote)}
      />
      <Text fields={fields} field="branch" label={t('Branch')} />
      <Text
        fields={fields}
        field="folder"
        label={t('Folder in the repository')}
        description={t('Empty if the folders queries, dashboards and so on are at its root.')}
      />
      <Text
        fields={fields}
        field="file_url"
        label={t('Address of a file')}
        description={t(
          'For links to the repository. For example: https://git.example.com/team/content/blob/{commit}/{path}',
          { commit: '{commit}', path: '{path}' },
        )}
      />
    </>
  )
}

function addressHint(remote: GitSyncValues['remote']): string {
  if (remote === 'https') return t('For example: https://git.example.com/team/content.git')
  if (remote === 'ssh') return t('For example: git@git.example.com:team/content.git')
  return t('In a folder that the setting SEXTANT_GIT_FOLDERS names.')
}

type SecretField = 'token' | 'private_key' | 'passphrase' | 'webhook_secret'

function Secret({
  fields,
  field,
  isKept,
  ...input
}: {
  fields: Fields
  field: SecretField
  isKept: boolean
  label: string
  description?: string
}) {
  const shared = {
    ...input,
    value: fields.values[field] ?? '',
    error: fields.faultOf(field),
    placeholder: isKept ? t('Stored. Enter another one to replace it.') : '',
    autoComplete: 'off',
  }
  const set = (value: string) => fields.change({ [field]: value })
  if (field === 'private_key')
    return (
      <Textarea
        {...shared}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        onChange={(event) => set(event.currentTarget.value)}
      />
    )
  return <PasswordInput {...shared} onChange={(event) => set(event.currentTarget.value)} />
}

function Secrets(fields: Fields) {
  const { values, stored, change, faultOf } = fields
  if (values.remote === 'https')
    return (
      <>
        <Text fields={fields} field="username" label={t('User')} description={t('Empty for most servers.')} />
        <Secret fields={fields} field="token" isKept={stored?.has_token === true} label={t('Token')} />
        <Textarea
          label={t('Certificate (PEM)')}
          description={t('Only if the certificate of the server is not signed by a public authority.')}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          value={values.ca}
          error={faultOf('ca')}
          onChange={(event) => change({ ca: event.currentTarget.value })}
        />
      </>
    )
  if (values.remote === 'local') return null
  return (
    <>
      <Secret
        fields={fields}
        field="private_key"
        isKept={stored?.has_private_key === true}
        label={t('Private key')}
      />
      <Secret fields={fields} field="passphrase" isKept={false} label={t('Passphrase of the key')} />
      <Textarea
        label={t('Host key of the server')}
        description={t(
          'Its fingerprint (SHA256:…), or its public key as in known_hosts. Another server is refused.',
        )}
        autosize
        minRows={2}
        spellCheck={false}
        value={values.host_key}
        error={faultOf('host_key')}
        onChange={(event) => change({ host_key: event.currentTarget.value })}
      />
    </>
  )
}

function When(fields: Fields) {
  const { values, stored, change, faultOf } = fields
  return (
    <>
      <NumberInput
        label={t('Minutes between two syncs')}
        description={t('Empty: only by webhook and by hand.')}
        min={1}
        max={10_080}
        allowDecimal={false}
        value={values.minutes ?? ''}
        error={faultOf('minutes')}
        onChange={(minutes) => change({ minutes: minutes === '' ? null : Number(minutes) })}
      />
      <Secret
        fields={fields}
        field="webhook_secret"
        isKept={stored?.has_webhook_secret === true}
        label={t('Secret of the webhook')}
        description={t('The git server calls {address} after a push, and signs the call with this secret.', {
          address: `${window.location.origin}/api/git-sync/webhook`,
        })}
      />
    </>
  )
}

function What({ values, change, faultOf }: Fields) {
  const [sources, setSources] = useState(() => sourcesText(values.data_sources))
  return (
    <>
      <Textarea
        label={t('Names of data sources')}
        description={t('One a line, where names differ: name in the files = name here')}
        autosize
        minRows={2}
        spellCheck={false}
        value={sources}
        error={faultOf('data_sources')}
        onChange={(event) => {
          setSources(event.currentTarget.value)
          change({ data_sources: readSources(event.currentTarget.value) })
        }}
      />
      <Checkbox
        label={t('Archive what is removed from the repository')}
        description={t(
          'Alerts and snippets are deleted. Otherwise it stays, and is changed here from then on.',
        )}
        checked={values.archives_removed}
        onChange={(event) => change({ archives_removed: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('Take over which data sources groups read')}
        description={t('Everyone who may push to the branch can then open data sources.')}
        checked={values.with_groups}
        onChange={(event) => change({ with_groups: event.currentTarget.checked })}
      />
    </>
  )
}
