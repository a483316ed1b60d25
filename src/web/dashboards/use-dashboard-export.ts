import { useCallback } from 'react'
import { formatMoment } from '#shared/format/dates.ts'
import { t } from '#shared/messages/translate.ts'
import { isHiddenByAddress } from '#shared/parameters/parameter-address.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import { dropdownsOfDashboard } from './dashboard-dropdowns.ts'
import type { DashboardContentParts } from './use-dashboard-content.ts'
import { usePrintKey } from './use-print-key.ts'

const failure = t('The dashboard could not be drawn')

/** Exports the dashboard as an image and prints it: from the menu, and by the browser's print shortcut. */
export function useDashboardExport(
  content: DashboardContentParts,
  { id, name }: { id: number; name: string },
): { savePicture(): void; print(): void } {
  const { page } = content
  const formats = useClientConfig()
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
      const made = formatMoment(new Date().toISOString(), formats.dateTimeFormat)
      void attempt(async () => {
        const [{ downloadDashboardPicture }, { valueLines }] = await Promise.all([
          import('#web/dashboards/export/download-dashboard.ts'),
          import('#web/dashboards/export/value-lines.ts'),
        ])
        const { runs, runner, values, filters } = content
        const parameters = values.parameters.all.filter(
          (parameter) => !isHiddenByAddress(window.location.search, parameter.name),
        )
        const dropdowns = dropdownsOfDashboard(String(id), runs, runner.dropdowns)
        const lines = await valueLines({ parameters, filters: filters.filters, formats, dropdowns })
        await downloadDashboardPicture(current, { name, lines: [made, ...lines] })
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
