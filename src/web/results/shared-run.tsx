import { Alert, Button } from '@mantine/core'
import { plural, t } from '#shared/messages/translate.ts'
import type { ExecutionState } from '#shared/results/execution-step.ts'
import { leftText, othersText } from '#shared/results/shared-run-texts.ts'
import { confirm } from '#web/ui/confirm.tsx'
import classes from './results.module.css'

interface EndForAllProps {
  shared: { others: number; is_scheduled: boolean }
  isDisabled: boolean
  onEnd(): void
}

/** For users with full access: ends the run although others wait for it. */
export function EndForAll({ shared, isDisabled, onEnd }: EndForAllProps) {
  const ask = async () => {
    const agreed = await confirm({
      title: t('Stop this run for everyone?'),
      message:
        shared.others === 0
          ? t('Its schedule waits for the result, and will not get it this time.')
          : plural(shared.others, {
              one: '{count} other waits for the result. They see that you stopped it.',
              other: '{count} others wait for the result. They see that you stopped it.',
            }),
      confirmLabel: t('Stop for everyone'),
      danger: true,
    })
    if (agreed) onEnd()
  }
  return (
    <Button size="compact-xs" variant="subtle" color="red" disabled={isDisabled} onClick={() => void ask()}>
      {t('Stop for everyone')}
    </Button>
  )
}

/** Only this user has left the run, which continues. */
export function RunLeft({ state }: { state: ExecutionState }) {
  const text = leftText(state)
  if (text === null) return null
  return (
    <Alert className={classes.failure} color="gray" variant="light" role="status">
      {text}
    </Alert>
  )
}

/** How many other users wait for the run. */
export function OthersWait({ state }: { state: ExecutionState }) {
  return <span className={classes.quiet}>{othersText(state)}</span>
}
