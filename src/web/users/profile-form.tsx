import { Button, MultiSelect, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { saveUser, type UserDetail } from '#shared/users/users-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { ConfigInput } from '#web/config-form/config-input.tsx'
import { type FieldFault, fieldFault } from '#web/config-form/field-fault.ts'
import { plainField } from '#web/config-form/plain-field.ts'
import { scrollToFirstError, useConfigForm } from '#web/config-form/use-config-form.ts'
import { groupsQuery } from '#web/permissions/group-queries.ts'
import { sessionQuery } from '#web/session/session-query.ts'
import { useCurrentUser, usePermission } from '#web/session/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import { useDirtyGuard } from '#web/ui/use-dirty-guard.ts'
import { notifyLinksEnded } from './notify-links-ended.ts'
import classes from './profile.module.css'
import { GroupNames } from './profile-facts.tsx'
import { userQuery, usersKey } from './user-queries.ts'

/** Name, email address, and for admins the groups (docs/reference/screens-administration.md#profile). */
export function ProfileForm({ user }: { user: UserDetail }) {
  const isAdmin = usePermission('admin')
  const fields = useMemo(
    () => [
      plainField('name', t('Name'), 'text', user.name),
      plainField('email', t('Email'), 'email', user.email),
    ],
    [user.name, user.email],
  )
  const form = useConfigForm(fields)
  const [groups, setGroups] = useState<readonly number[] | null>(null)
  const [groupsFault, setGroupsFault] = useState<string | null>(null)
  const isDirty = form.dirty || groups !== null
  useDirtyGuard(isDirty)
  const { isSaving, save } = useSaving(user, (fault) => {
    if (fault.field === 'group_ids') setGroupsFault(fault.message)
    else form.refuse(fault.field, fault.message)
  })
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (!form.validate()) return scrollToFirstError(form)
    if (groups?.length === 0) return setGroupsFault(t('This field is required.'))
    const saved = await save({
      name: String(form.values.name).trim(),
      email: String(form.values.email).trim(),
      ...(groups === null ? {} : { group_ids: [...groups] }),
    })
    if (saved) setGroups(null)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md" align="stretch">
        {fields.map((field) => (
          <ConfigInput key={field.name} field={field} form={form} disabled={isSaving} />
        ))}
        {isAdmin ? (
          <GroupsField
            ids={groups ?? user.groups}
            error={groupsFault}
            disabled={isSaving}
            onChange={(ids) => {
              setGroups(sameIds(ids, user.groups) ? null : ids)
              setGroupsFault(null)
            }}
          />
        ) : (
          <div>
            <div className={classes.label}>{t('Groups')}</div>
            <GroupNames ids={user.groups} />
          </div>
        )}
        <Button type="submit" loading={isSaving} disabled={!isDirty} style={{ alignSelf: 'flex-start' }}>
          {t('Save')}
        </Button>
      </Stack>
    </form>
  )
}

interface GroupsFieldProps {
  ids: readonly number[]
  error: string | null
  disabled: boolean
  onChange: (ids: number[]) => void
}

function GroupsField({ ids, error, disabled, onChange }: GroupsFieldProps) {
  const groups = useQuery(groupsQuery)
  const known = (groups.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <MultiSelect
      label={t('Groups')}
      required
      searchable
      disabled={disabled || groups.isPending}
      placeholder={groups.isPending ? t('Loading...') : ''}
      data={known}
      value={groups.isPending ? [] : ids.map(String)}
      error={error}
      nothingFoundMessage={t('There is no such group.')}
      onChange={(values) => onChange(values.map(Number))}
    />
  )
}

function sameIds(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}

interface Profile {
  name: string
  email: string
  group_ids?: number[]
}

function useSaving(user: UserDetail, onFault: (fault: FieldFault) => void) {
  const client = useQueryClient()
  const { id: ownId } = useCurrentUser()
  const [isSaving, setIsSaving] = useState(false)
  const save = async (profile: Profile): Promise<boolean> => {
    setIsSaving(true)
    try {
      const { links_ended, ...saved } = await call(saveUser, { params: { id: user.id }, body: profile })
      client.setQueryData(userQuery(user.id).queryKey, saved)
      void client.invalidateQueries({ queryKey: usersKey })
      if (user.id === ownId) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      notify.success(t('Saved.'))
      if (links_ended === true) notifyLinksEnded(saved.name)
      return true
    } catch (error) {
      const fault = fieldFault(error)
      if (fault !== null) onFault(fault)
      notify.error(messageOf(error, t('Failed saving.')))
      return false
    } finally {
      setIsSaving(false)
    }
  }
  return { isSaving, save }
}
