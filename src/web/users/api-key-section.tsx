import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { regenerateUserApiKey } from '#shared/users/users-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { proofGiven } from '#web/api/proof-renewal.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { notify } from '#web/ui/toast.tsx'
import classes from './profile.module.css'

/** Shows, copies and regenerates the key. */
export function ApiKeySection({ userId, apiKey }: { userId: number; apiKey: string | undefined }) {
  const [working, setWorking] = useState(false)
  const client = useQueryClient()

  const regenerate = async () => {
    const agreed = await confirm({
      title: t('Regenerate API Key'),
      message: t('Are you sure you want to regenerate?'),
      confirmLabel: t('Regenerate'),
      danger: true,
    })
    if (!agreed) return
    setWorking(true)
    try {
      const user = await call(regenerateUserApiKey, { params: { id: userId } })
      client.setQueryData(['user', userId], user)
      notify.success(t('The API Key has been updated.'))
    } catch (error) {
      notify.error(
        t('Failed regenerating API Key: {message}', { message: messageOf(error, t('Unknown error')) }),
      )
    } finally {
      setWorking(false)
    }
  }

  // admins see another user's key only after a proof
  const show = async () => {
    if (await proofGiven()) await client.invalidateQueries({ queryKey: ['user', userId] })
  }

  return (
    <section>
      <div className={classes.key}>
        <TextInput
          className={classes.keyInput}
          label={t('API Key')}
          readOnly
          value={apiKey ?? '••••••••••••••••••••'}
          onFocus={(event) => event.currentTarget.select()}
          rightSection={apiKey !== undefined && <CopyButton value={apiKey} label={t('Copy the API key')} />}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        {apiKey === undefined && (
          <Button variant="default" onClick={() => void show()}>
            {t('Show')}
          </Button>
        )}
        <Button variant="default" loading={working} onClick={() => void regenerate()}>
          {t('Regenerate')}
        </Button>
      </div>
    </section>
  )
}
