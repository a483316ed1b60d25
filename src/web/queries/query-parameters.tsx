import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { searchWithParameters } from '#shared/parameters/parameter-address.ts'
import { dropdownsOfQuery } from '#web/parameters/dropdown-source.ts'
import { PageParameters } from '#web/parameters/page-parameters.tsx'
import type { ParameterAreaProps } from '#web/parameters/parameter-area.tsx'
import { type Parameters, useParameters } from '#web/parameters/use-parameters.ts'
import { parseSearch, stringifySearch } from '#web/ui/search-params.ts'
import type { EditableQuery } from './editable-query.ts'

/** The parameters of a query's page. The address overrides stored values, and always contains the applied ones. */
export function usePageParameters(query: EditableQuery): Parameters {
  const parameters = useParameters(query.query, query.options, { search: window.location.search })
  useParametersInAddress(parameters.all, query.id !== null)
  return parameters
}

/** Written on opening and on every change, without a history entry; not for queries that are not stored. */
function useParametersInAddress(parameters: readonly StoredParameter[], isStored: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isStored) return
    const search = parseSearch(window.location.search)
    if (stringifySearch(searchWithParameters(search, parameters)) === stringifySearch(search)) return
    void navigate({
      to: '.',
      search: (current) => searchWithParameters(current, parameters) as never,
      hash: true,
      replace: true,
      resetScroll: false,
    })
  }, [parameters, isStored, navigate])
}

interface QueryParametersProps extends Omit<ParameterAreaProps, 'settings' | 'dropdowns' | 'isHidden'> {
  queryId: number | null
}

/** The controls above a query's result. */
export function QueryParameters({ queryId, ...rest }: QueryParametersProps) {
  const dropdowns = useMemo(() => dropdownsOfQuery(queryId), [queryId])
  return <PageParameters {...rest} dropdowns={dropdowns} />
}
