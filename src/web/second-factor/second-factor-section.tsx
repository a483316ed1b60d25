import { Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { plural, t } from '#shared/messages/translate.ts'
import { resetSecondFactor, type SecondFactor } from '#shared/second-factor/second-factor-api.ts'
import type { UserDetail } from '#shared/users/users-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { Message } from '#web/ui/message.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { notify } from '#web/ui/toast.tsx'
import classes from './second-factor.module.css'
import { secondFactorQuery } from './second-factor-query.ts'

const EnrolDialog = lazy(async () => ({ default: (await import('./enrol-dialog.tsx')).EnrolDialog }))
const RenewCodesDialog = lazy(async () => ({
  default: (await import('./renew-codes-dialog.tsx')).RenewCodesDialog,
}))
const SwitchOffDialog = lazy(async () => ({
  default: (await import('./switch-off-dialog.tsx')).SwitchOffDialog,
}))

interface SecondFactorSectionProps {
  user: UserDetail
  isSelf: boolean
}

/**
 * Codes of an app in addition to the password: users set up their own, and admins remove it for users who lost theirs.
 */
export function SecondFactorSection({ user, isSelf }: SecondFactorSectionProps) {
  const factor = useQuery(secondFactorQuery(user.id))
  const heading = useHeldFocus(factor.data?.is_on)
  return (
    <section aria-labelledby="second-factor">
      <h2 ref={heading} tabIndex={-1} id="second-factor" className={classes.heading}>
        {t('Second factor')}
      </h2>
      {factor.isPending && <TableSkeleton rows={1} rowHeight={52} />}
      {factor.isError && <ErrorAlert error={factor.error} onRetry={() => void factor.refetch()} />}
      {factor.data !== undefined &&
        (isSelf ? (
          <OwnFactor user={user} factor={factor.data} />
        ) : (
          <FactorOfOther user={user} factor={factor.data} />
        ))}
    </section>
  )
}

/** The button that switched the factor disappears, so the focus moves to the heading that has this ref. */
function useHeldFocus(isOn: boolean | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(isOn)
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== isOn
    before.current = isOn
    if (hasChanged && document.activeElement === document.body) heading.current?.focus()
  }, [isOn])
  return heading
}

type OpenDialog = 'enrol' | 'renew' | 'off' | null

function OwnFactor({ user, factor }: { user: UserDetail; factor: SecondFactor }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<OpenDialog>(null)
  const close = () => {
    setOpen(null)
    void client.invalidateQueries({ queryKey: ['user', user.id] })
  }
  const dialogProps = { userId: user.id, asksPassword: factor.asks_password, onClose: close }
  return (
    <>
      {factor.is_on ? (
        <>
          <FactorState factor={factor} />
          {factor.recovery_codes_left <= 3 && (
            <p className={classes.hint}>
              {plural(factor.recovery_codes_left, {
                one: 'Only {count} recovery code is left. Make new ones before you need it.',
                other: 'Only {count} recovery codes are left. Make new ones before you need them.',
              })}
            </p>
          )}
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpen('renew')}>
              {t('New recovery codes')}
            </Button>
            {!factor.is_required && (
              <Button variant="default" onClick={() => setOpen('off')}>
                {t('Switch off')}
              </Button>
            )}
          </Group>
        </>
      ) : (
        <>
          <p className={classes.hint}>
            {t(
              'With a second factor, logging in takes a code from an app on your phone as well: a stolen password is not enough.',
            )}
          </p>
          <Button variant="default" onClick={() => setOpen('enrol')}>
            {t('Set up a second factor')}
          </Button>
        </>
      )}
      <Suspense>
        {open === 'enrol' && <EnrolDialog {...dialogProps} />}
        {open === 'renew' && <RenewCodesDialog {...dialogProps} />}
        {open === 'off' && <SwitchOffDialog {...dialogProps} />}
      </Suspense>
    </>
  )
}

function FactorState({ factor }: { factor: SecondFactor }) {
  return (
    <p className={classes.state}>
      <StateLabel kind="ok">{t('On')}</StateLabel>
      <span>
        <Message text={t('since {time}')} values={{ time: <TimeAgo date={factor.since ?? ''} /> }} />
      </span>
      <span className={classes.left}>
        {plural(factor.recovery_codes_left, {
          one: '{count} recovery code left',
          other: '{count} recovery codes left',
        })}
      </span>
    </p>
  )
}

function FactorOfOther({ user, factor }: { user: UserDetail; factor: SecondFactor }) {
  const client = useQueryClient()
  const [isWorking, setIsWorking] = useState(false)
  const reset = async () => {
    const isSure = await confirm({
      title: t('Reset the second factor'),
      message: t(
        '{name} logs in without a code then. Make sure that it is really {name} who has asked you for it.',
        { name: user.name },
      ),
      confirmLabel: t('Reset'),
      danger: true,
    })
    if (!isSure) return
    setIsWorking(true)
    try {
      const { queryKey } = secondFactorQuery(user.id)
      client.setQueryData(queryKey, await call(resetSecondFactor, { params: { id: user.id } }))
      notify.success(t('The second factor of {name} has been reset.', { name: user.name }))
    } catch (error) {
      notify.error(messageOf(error, t('Unknown error')), {
        title: t('The second factor could not be reset.'),
      })
    } finally {
      setIsWorking(false)
    }
  }
  if (!factor.is_on)
    return <p className={classes.hint}>{t('{name} has no second factor.', { name: user.name })}</p>
  return (
    <>
      <FactorState factor={factor} />
      <Button variant="default" loading={isWorking} onClick={() => void reset()}>
        {t('Reset the second factor')}
      </Button>
    </>
  )
}
