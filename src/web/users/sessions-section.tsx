import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { endUserSession, endUserSessions, type UserSession } from '#shared/session/user-sessions-api.ts'
import type { UserDetail } from '#shared/users/users-api.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { Message } from '#web/ui/message.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { notify } from '#web/ui/toast.tsx'
import classes from './profile.module.css'
import { notifyFailure } from './use-user-acts.tsx'
import { sessionsQuery } from './user-queries.ts'

/** The sessions of a user, with buttons to end them. */
export function SessionsSection({ user, isSelf }: { user: UserDetail; isSelf: boolean }) {
  const sessions = useQuery(sessionsQuery(user.id))
  const heading = useRef<HTMLHeadingElement>(null)
  const { ending, end, endAll } = useEnding(user, isSelf, heading)
  const others = (sessions.data ?? []).filter((session) => !session.is_current)
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        {t('Sessions')}
      </h2>
      {sessions.isPending && <TableSkeleton rows={2} rowHeight={52} />}
      {sessions.isError && <ErrorAlert error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.data?.length === 0 && (
        <p className={classes.hint}>{t('{name} is not logged in anywhere.', { name: user.name })}</p>
      )}
      {sessions.data !== undefined && sessions.data.length > 0 && (
        <ul className={classes.sessions} aria-label={t('Sessions')}>
          {sessions.data.map((session) => (
            <li key={session.id} className={classes.session}>
              <SessionFacts session={session} />
              {!session.is_current && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('Log out {browser}', { browser: session.browser })}
                  loading={ending === session.id}
                  onClick={() => void end(session)}
                >
                  {t('Log out')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Button variant="default" loading={ending === everything} onClick={() => void endAll()}>
          {isSelf ? t('Log out everywhere else') : t('Log out everywhere')}
        </Button>
      )}
    </section>
  )
}

function SessionFacts({ session }: { session: UserSession }) {
  return (
    <div>
      <span className={classes.browser}>
        {session.browser}
        {session.is_current && <StateLabel kind="ok">{t('This browser')}</StateLabel>}
        {session.is_remembered && <StateLabel>{t('Remembered')}</StateLabel>}
      </span>
      <span className={classes.use}>
        <Message
          text={session.ip === '' ? t('Last used {time}') : t('Last used {time} from {address}')}
          values={{ time: <TimeAgo date={session.used_at} />, address: session.ip }}
        />
      </span>
    </div>
  )
}

const everything = 'everything'

function useEnding(user: UserDetail, isSelf: boolean, heading: RefObject<HTMLElement | null>) {
  const client = useQueryClient()
  const [ending, setEnding] = useState<string | null>(null)
  const run = async (what: string, work: () => Promise<unknown>, done: string) => {
    setEnding(what)
    try {
      await work()
      notify.success(done)
      // the focused button disappears with its session
      heading.current?.focus({ preventScroll: true })
    } catch (error) {
      notifyFailure(t('The sessions could not be ended.'), error)
    }
    await client.invalidateQueries({ queryKey: sessionsQuery(user.id).queryKey })
    setEnding(null)
  }
  return {
    ending,
    end: (session: UserSession) =>
      run(
        session.id,
        () => call(endUserSession, { params: { id: user.id, session_id: session.id } }),
        t('The session has been ended.'),
      ),
    endAll: async () => {
      const isSure = await confirm({
        title: isSelf ? t('Log out everywhere else') : t('Log out everywhere'),
        message: isSelf
          ? t('All browsers but this one have to log in again.')
          : t('{name} has to log in again in every browser.', { name: user.name }),
        confirmLabel: t('Log out'),
        danger: true,
      })
      if (isSure)
        await run(
          everything,
          () => call(endUserSessions, { params: { id: user.id } }),
          t('The sessions have been ended.'),
        )
    },
  }
}
