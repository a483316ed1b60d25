import { useMemo } from 'react'
import { useClientConfig } from '#web/session/use-session.ts'
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx'

/** The filters of a result, with the organization's date formats. */
export function ResultFilters(props: Omit<FilterFieldsProps, 'formats'>) {
  const { dateFormat, dateTimeFormat } = useClientConfig()
  const formats = useMemo(() => ({ dateFormat, dateTimeFormat }), [dateFormat, dateTimeFormat])
  return <FilterFields {...props} formats={formats} />
}
