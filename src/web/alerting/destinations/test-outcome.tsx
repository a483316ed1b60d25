import { IconCircleCheck } from '@tabler/icons-react'
import { testDestination } from '#shared/destinations/destinations-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import classes from './destination.module.css'

export interface TestResult {
  ok: boolean
  message: string
}

/** Requests a test message and waits for its outcome. */
export async function sendTest(id: number): Promise<TestResult> {
  try {
    return await call(testDestination, { params: { id } })
  } catch (error) {
    return { ok: false, message: messageOf(error, t('Unknown error occurred. Please try again later.')) }
  }
}

/** The outcome of the test, shown until the next test or save. */
export function TestOutcome({ result, testing }: { result: TestResult | null; testing: boolean }) {
  return (
    <div className={classes.outcome} aria-live="polite">
      {testing && <p className={classes.quiet}>{t('Sending a test message…')}</p>}
      {result?.ok === false && (
        <ErrorAlert title={t('The test message was not sent.')} error={result.message} />
      )}
      {result?.ok === true && (
        <div className={classes.good}>
          <IconCircleCheck size={18} aria-hidden="true" />
          <div>
            <strong>{t('The test message was sent.')}</strong>
            <div>{t('The channel has taken it. Look whether it shows there.')}</div>
          </div>
        </div>
      )}
    </div>
  )
}
