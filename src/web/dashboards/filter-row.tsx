import { Suspense } from 'react'
import { early } from '#web/ui/lazy.tsx'
import type { DateFormats } from '#web/visualizations/filter-label.ts'
import { FilterPlaces } from '#web/visualizations/filter-places.tsx'
import type { DashboardFilters } from './use-dashboard-filters.ts'

const FilterFields = early(async () => (await import('#web/visualizations/filter-fields.tsx')).FilterFields)

/** Whether there are filters, or will be when the results are there. */
export function hasFilterRow({ filters, coming }: DashboardFilters): boolean {
  return filters.length + coming > 0
}

/** The filters of a dashboard; those that are still to come have their place from the first paint on. */
export function FilterRow({
  of: { filters, coming, choose },
  formats,
}: {
  of: DashboardFilters
  formats: DateFormats
}) {
  if (filters.length === 0) return coming > 0 && <FilterPlaces count={coming} />
  return (
    <Suspense fallback={<FilterPlaces count={filters.length + coming} />}>
      <FilterFields filters={filters} coming={coming} formats={formats} onChange={choose} />
    </Suspense>
  )
}
