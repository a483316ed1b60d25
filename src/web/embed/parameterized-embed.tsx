import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import {
  missingValuesMessage,
  parameterValues,
  type StoredParameter,
} from '#shared/parameters/detect-parameters.ts'
import { resolveDynamicValue } from '#shared/parameters/execution-values.ts'
import { isHiddenByAddress, searchWithParameters } from '#shared/parameters/parameter-address.ts'
import { callWithKey } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type DropdownSource, dropdownsOfQuery } from '#web/parameters/dropdown-source.ts'
import { ParameterArea } from '#web/parameters/parameter-area.tsx'
import { readLists } from '#web/parameters/read-lists.ts'
import { useParameters } from '#web/parameters/use-parameters.ts'
import type { RunRequest } from '#web/results/run-without-session.ts'
import type { EmbedAddress } from './embed-address.ts'
import { EmbedFrame } from './embed-frame.tsx'
import { useEmbedRun } from './embed-runner.ts'
import type { EmbeddedQuery } from './use-embedded-query.ts'

interface ParameterizedEmbedProps {
  address: EmbedAddress
  embedded: EmbeddedQuery
}

/** An embed whose query takes parameters: their values are in the frame's address. */
export function ParameterizedEmbed({ address, embedded }: ParameterizedEmbedProps) {
  const { query, config } = embedded
  const run = useEmbedRun(address)
  const { execute } = run
  const parameters = useParameters(query.query, query.options, { search: window.location.search })
  const first = useRef(parameters.all)
  const { queryId, apiKey } = address
  const dropdowns = useMemo(() => dropdownsOfQuery(queryId, callWithKey(apiKey)), [queryId, apiKey])
  const request = useMemo(
    () => (values: readonly StoredParameter[], maxAge: number) =>
      requestOf(values, maxAge, config.timeZone, dropdowns),
    [config.timeZone, dropdowns],
  )
  useEffect(() => {
    const asked = request(first.current, address.maxAge)
    if (asked !== null) execute(asked)
  }, [execute, request, address])

  const refresh = () => {
    const asked = request(parameters.all, 0)
    if (asked !== null) execute(asked)
  }
  const apply = () => {
    const { parameters: applied } = parameters.apply()
    writeAddress(applied)
    const asked = request(applied, -1)
    if (asked !== null) execute(asked)
  }
  return (
    <EmbedFrame
      address={address}
      embedded={embedded}
      run={run}
      hasParameters
      values={valuesInAddress(parameters.all)}
      missing={missingValuesMessage(parameters.all)}
      onRefresh={parameters.pendingCount === 0 ? refresh : null}
    >
      {!address.flags.hide_parameters && (
        <QueryClientProvider client={queryClient}>
          <EmbedParameters
            embedded={embedded}
            parameters={parameters}
            dropdowns={dropdowns}
            onApply={apply}
          />
        </QueryClientProvider>
      )}
    </EmbedFrame>
  )
}

interface EmbedParametersProps extends Pick<ParameterizedEmbedProps, 'embedded'> {
  parameters: ReturnType<typeof useParameters>
  dropdowns: DropdownSource
  onApply(): void
}

function EmbedParameters({ embedded, parameters, dropdowns, onApply }: EmbedParametersProps) {
  const { dateFormat, timeZone } = embedded.config
  const settings = useMemo(() => ({ dateFormat, timeZone }), [dateFormat, timeZone])
  return (
    <ParameterArea
      parameters={parameters}
      settings={settings}
      dropdowns={dropdowns}
      isHidden={(name) => isHiddenByAddress(window.location.search, name)}
      onApply={onApply}
    />
  )
}

/**
 * Returns null while a value is missing. Resolves dynamic dates before sending: the result of a run is requested again
 * with the same values, and `d_now` would have changed by then.
 */
function requestOf(
  parameters: readonly StoredParameter[],
  maxAge: number,
  zone: string,
  dropdowns: DropdownSource,
): RunRequest | null {
  if (missingValuesMessage(parameters) !== null) return null
  const now = new Date()
  const resolved = parameters.map((one) => ({
    ...one,
    value: resolveDynamicValue(one.type, one.value, now, zone),
  }))
  return {
    parameters: parameterValues(resolved),
    maxAge,
    prepare: (signal) => readLists(dropdowns, resolved, signal),
  }
}

function valuesInAddress(parameters: readonly StoredParameter[]): string {
  return new URLSearchParams(searchWithParameters({}, parameters) as Record<string, string>).toString()
}

/** Replaces the history entry: going back must not change a value without the page noticing. */
function writeAddress(parameters: readonly StoredParameter[]): void {
  const own = new URLSearchParams(window.location.search)
  const kept = [...own].filter(([key]) => !key.startsWith('p_'))
  const values = [...new URLSearchParams(valuesInAddress(parameters))]
  const search = new URLSearchParams([...kept, ...values]).toString()
  window.history.replaceState(null, '', `${window.location.pathname}?${search}`)
}
