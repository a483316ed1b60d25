import { useCallback, useMemo, useRef, useState } from 'react'
import {
  detectParameterNames,
  parametersOfText,
  readStoredParameters,
  type StoredParameter,
} from '#shared/parameters/detect-parameters.ts'
import { normalizeValue } from '#shared/parameters/normalize-value.ts'
import { valueInAddress } from '#shared/parameters/parameter-address.ts'
import {
  openValues,
  type PendingValues,
  shownParameters,
  withAllApplied,
  withPending,
} from '#shared/parameters/pending-values.ts'

export interface Parameters {
  /** in order, with the applied values, normalized */
  all: readonly StoredParameter[]
  /** the same with the values in the controls: pending ones first */
  shown: readonly StoredParameter[]
  /** changed but not yet applied values */
  pending: PendingValues
  pendingCount: number
  set(name: string, value: unknown): void
  /** applies the pending values; returns all parameters, and the names of the changed ones */
  apply(): { parameters: StoredParameter[]; changed: string[] }
  /** discards the pending values */
  drop(): void
}

/** Sources of initial values besides the definitions. */
export interface StartingValues {
  /** search part of the address when the page was opened; overrides stored values */
  search: string
  /** prefix of the keys; `p_` by default */
  prefix?: string
}

/** The parameters of a query's text: those that its options define, and new ones. */
export function useParameters(
  text: string,
  options: Readonly<Record<string, unknown>>,
  starting: StartingValues,
): Parameters {
  const last = useRef<StoredParameter[] | null>(null)
  const definitions = useMemo(() => {
    const stored = readStoredParameters(options)
    // half a placeholder: the user is typing
    return detectParameterNames(text) === null && last.current ? last.current : parametersOfText(text, stored)
  }, [text, options])
  last.current = definitions
  return useParameterValues(definitions, starting)
}

/**
 * Applied and pending values of given definitions (docs/reference/stored-parameters.md#pending-values). Only the first
 * `starting` is used.
 */
export function useParameterValues(
  definitions: readonly StoredParameter[],
  starting: StartingValues,
): Parameters {
  const [{ search, prefix }] = useState(starting)
  const [applied, setApplied] = useState<ReadonlyMap<string, unknown>>(new Map())
  const [pending, setPending] = useState<PendingValues>(new Map())
  const all = useMemo(() => {
    const startingValue = (definition: StoredParameter): unknown => {
      if (applied.has(definition.name)) return normalizeValue(definition, applied.get(definition.name))
      const given = valueInAddress(search, definition, prefix)
      return given === undefined ? normalizeValue(definition, definition.value) : given
    }
    return definitions.map((definition) => ({ ...definition, value: startingValue(definition) }))
  }, [definitions, applied, search, prefix])
  const open = useMemo(() => openValues(all, pending), [all, pending])
  const shown = useMemo(() => shownParameters(all, open), [all, open])
  const set = useCallback(
    (name: string, value: unknown) => setPending((current) => withPending(all, current, name, value)),
    [all],
  )
  const apply = useCallback(() => {
    const outcome = withAllApplied(all, open)
    setApplied((current) => {
      const next = new Map(current)
      for (const { name, value } of outcome.parameters) next.set(name, value)
      return next
    })
    setPending(new Map())
    return outcome
  }, [all, open])
  const drop = useCallback(() => setPending(new Map()), [])
  return useMemo(
    () => ({ all, shown, pending: open, pendingCount: open.size, set, apply, drop }),
    [all, shown, open, set, apply, drop],
  )
}
