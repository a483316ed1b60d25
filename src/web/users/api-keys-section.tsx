import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ApiKey, listApiKeys, revokeApiKey } from '#shared/api-keys/api-keys-api.ts'
import { plural, t } from '#shared/messages/translate.ts'
import type { UserDetail } from '#shared/users/users-api.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { Message } from '#web/ui/message.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { notify } from '#web/ui/toast.tsx'
import classes from './profile.module.css'
import { notifyFailure } from './use-user-acts.tsx'

const CreateApiKeyDialog = lazy(async () => ({
  default: (await import('./create-api-key-dialog.tsx')).CreateApiKeyDialog,
}))

/** The keys with scopes of a user, with buttons to make and revoke them. */
export function ApiKeysSection({ user }: { user: UserDetail }) {
  const client = useQueryClient()
  const queryKey = ['user', user.id, 'keys']
  const listed = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listApiKeys, { params: { id: user.id }, signal }),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCreating, setIsCreating] = useState(false)
  const [revoking, setRevoking] = useState<number | null>(null)
  const reload = () => client.invalidateQueries({ queryKey })

  const revoke = async (key: ApiKey) => {
    const isSure = await confirm({
      title: t('Revoke the API key {name}', { name: key.name }),
      message: t('Programs that use it stop working at once.'),
      confirmLabel: t('Revoke'),
      danger: true,
    })
    if (!isSure) return
    setRevoking(key.id)
    try {
      await call(revokeApiKey, { params: { id: user.id, key_id: key.id } })
      notify.success(t('The API key has been revoked.'))
      // the focused button disappears with its key
      heading.current?.focus({ preventScroll: true })
    } catch (error) {
      notifyFailure(t('The API key could not be revoked.'), error)
    }
    await reload()
    setRevoking(null)
  }

  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        {t('API keys with scopes')}
      </h2>
      <p className={classes.hint}>
        {t('Give each program a key of its own, with no more scopes than it needs.')}
      </p>
      {listed.isPending && <TableSkeleton rows={1} rowHeight={52} />}
      {listed.isError && <ErrorAlert error={listed.error} onRetry={() => void listed.refetch()} />}
      {listed.data !== undefined && listed.data.keys.length > 0 && (
        <ul className={classes.sessions} aria-label={t('API keys with scopes')}>
          {listed.data.keys.map((key) => (
            <li key={key.id} className={classes.session}>
              <KeyFacts apiKey={key} />
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('Revoke the API key {name}', { name: key.name })}
                loading={revoking === key.id}
                onClick={() => void revoke(key)}
              >
                {t('Revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="default" disabled={listed.data === undefined} onClick={() => setIsCreating(true)}>
        {t('New API key')}
      </Button>
      <Opening>
        {isCreating && (
          <CreateApiKeyDialog
            userId={user.id}
            maxDays={listed.data?.max_days ?? null}
            onCreated={() => void reload()}
            onClose={() => setIsCreating(false)}
          />
        )}
      </Opening>
    </section>
  )
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { expires_at, used_at, data_source_ids } = apiKey
  const isOver = expires_at !== null && new Date(expires_at) <= new Date()
  return (
    <div>
      <span className={classes.browser}>
        {apiKey.name}
        {apiKey.scopes.map((scope) => (
          <StateLabel key={scope}>{scope}</StateLabel>
        ))}
        {data_source_ids !== null && (
          <StateLabel>
            {plural(data_source_ids.length, { one: 'One data source', other: '{count} data sources' })}
          </StateLabel>
        )}
        {isOver && <StateLabel kind="error">{t('Expired')}</StateLabel>}
      </span>
      <span className={classes.use}>
        <Message
          text={
            used_at === null ? t('Ends with {ending}, never used') : t('Ends with {ending}, last used {time}')
          }
          values={{ ending: apiKey.ending, time: used_at === null ? '' : <TimeAgo date={used_at} /> }}
        />
        {expires_at !== null && !isOver && (
          <>
            {' · '}
            <Message text={t('Expires {time}')} values={{ time: <TimeAgo date={expires_at} /> }} />
          </>
        )}
      </span>
    </div>
  )
}
