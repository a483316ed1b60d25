import { useMemo } from 'react'
import { dropdownsOfQuery } from '#web/parameters/dropdown-source.ts'
import { PageParameters } from '#web/parameters/page-parameters.tsx'
import type { ParameterAreaProps } from '#web/parameters/parameter-area.tsx'

interface QueryParametersProps extends Omit<ParameterAreaProps, 'settings' | 'dropdowns' | 'isHidden'> {
  queryId: number | null
}

/** The controls above a query's result. */
export function QueryParameters({ queryId, ...rest }: QueryParametersProps) {
  const dropdowns = useMemo(() => dropdownsOfQuery(queryId), [queryId])
  return <PageParameters {...rest} dropdowns={dropdowns} />
}
