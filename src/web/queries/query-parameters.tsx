import { Skeleton } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { isHiddenByAddress } from '#shared/parameters/parameter-address.ts'
import { useClientConfig } from '#web/app/use-session.ts'
import { dropdownsOfQuery } from '#web/parameters/dropdown-source.ts'
import type { ParameterAreaProps } from '#web/parameters/parameter-area.tsx'

const ParameterArea = lazy(() =>
  import('#web/parameters/parameter-area.tsx').then((module) => ({ default: module.ParameterArea })),
)
/** pixels of one row of controls, which is what most queries have */
const usualHeight = 69

interface QueryParametersProps extends Omit<ParameterAreaProps, 'settings' | 'dropdowns' | 'isHidden'> {
  queryId: number | null
}

/** The controls above a query's result; most queries have none, and load nothing. */
export function QueryParameters({ queryId, ...rest }: QueryParametersProps) {
  const { dateFormat, timeZone } = useClientConfig()
  const { searchStr } = useLocation()
  const settings = useMemo(() => ({ dateFormat, timeZone }), [dateFormat, timeZone])
  const dropdowns = useMemo(() => dropdownsOfQuery(queryId), [queryId])
  if (rest.parameters.all.length === 0) return null
  return (
    <Suspense fallback={<Skeleton height={usualHeight} radius={0} />}>
      <ParameterArea
        {...rest}
        settings={settings}
        dropdowns={dropdowns}
        isHidden={(name) => isHiddenByAddress(searchStr, name)}
      />
    </Suspense>
  )
}
