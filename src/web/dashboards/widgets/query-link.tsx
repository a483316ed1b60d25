import { Link } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { searchWithParameters } from '#shared/parameters/parameter-address.ts'
import type { StoredParameter } from '#shared/parameters/stored-parameters.ts'

interface QueryLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  queryId: number
  visualizationId: number
  parameters: readonly StoredParameter[]
}

/** A link to the query's page with the visualization and values that a widget shows. */
export function QueryLink({ queryId, visualizationId, parameters, ...props }: QueryLinkProps) {
  return (
    <Link
      to="/queries/$queryId"
      params={{ queryId }}
      search={searchWithParameters({}, parameters)}
      hash={String(visualizationId)}
      {...props}
    />
  )
}
