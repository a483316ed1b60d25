import { Alert } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { testDestination } from '#shared/destinations/destinations-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import classes from './destination.module.css'

export interface TestResult {
  ok: boolean
  message: string
}

/** Has a test message sent, and waits until it was, or was not. */
export async function sendTest(id: number): Promise<TestResult> {
  try {
    return await call(testDestination, { params: { id } })
  } catch (error) {
    return { ok: false, message: messageOf(error, t('Unknown error occurred. Please try again later.')) }
  }
}

/** How the test went. It stays until the next one, or a save. */
export function TestOutcome({ result, testing }: { result: TestResult | null; testing: boolean }) {
  return (
    <div className={classes.outcome} aria-live="polite">
      {testing && <p className={classes.quiet}>{t('Sending a test message…')}</p>}
      {result !== null && (
        <Alert
          color={result.ok ? 'green' : 'red'}
          variant="light"
          icon={result.ok ? <IconCircleCheck size={18} /> : <IconAlertCircle size={18} />}
          title={result.ok ? t('The test message was sent.') : t('The test message was not sent.')}
        >
          {result.ok ? t('The channel has taken it. Look whether it shows there.') : result.message}
        </Alert>
      )}
    </div>
  )
}
