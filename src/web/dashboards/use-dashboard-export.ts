import { type RefObject, useCallback } from 'react'
import { formatDateTime } from '#shared/format/dates.ts'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/app/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import { usePrintKey } from './use-print-key.ts'

const failure = t('The dashboard could not be drawn')

/** The dashboard as a picture, and on paper: by the menu, and by the browser's own key for printing. */
export function useDashboardExport(
  page: RefObject<HTMLElement | null>,
  name: string,
): { savePicture(): void; print(): void } {
  const { dateTimeFormat } = useClientConfig()
  const print = useCallback(() => {
    const { current } = page
    if (current === null) window.print()
    else void attempt(async () => (await import('./print-page.ts')).printPage(current))
  }, [page])
  usePrintKey(print)
  return {
    print,
    savePicture: () => {
      const { current } = page
      if (current === null) return
      const made = formatDateTime(new Date().toISOString(), dateTimeFormat)
      void attempt(async () => {
        const { downloadDashboardPicture } = await import('#web/dashboard-export/download-dashboard.ts')
        await downloadDashboardPicture(current, { name, lines: [made] })
      })
    },
  }
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    notify.error(error instanceof Error ? error.message : failure, { title: failure })
  }
}
