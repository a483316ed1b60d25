import { testDataSource } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'

const failureToast = 10_000

/** Tests the stored settings and reports the outcome (docs/reference/screens-administration.md#saving-and-testing). */
export async function testConnection(id: number): Promise<void> {
  const failed = (message: string) =>
    notify.error(message, { title: t('Connection Test Failed:'), duration: failureToast })
  try {
    const { ok, message } = await call(testDataSource, { params: { id } })
    if (ok) notify.success(t('Success'))
    else failed(message)
  } catch {
    notify.error(t('Unknown error occurred while performing connection test. Please try again later.'), {
      duration: failureToast,
    })
  }
}
