import { useCallback, useMemo, useState } from 'react'
import {
  parametersOfText,
  readStoredParameters,
  type StoredParameter,
} from '#shared/queries/detect-parameters.ts'

export interface Parameters {
  /** those of the text, with the applied values */
  all: readonly StoredParameter[]
  /** changed, not applied values by name */
  pending: Readonly<Record<string, string>>
  pendingCount: number
  set(name: string, value: string): void
  /** takes the pending values over and answers all parameters with them */
  apply(): StoredParameter[]
}

/** Values of the parameters in a query's text; the address wins over what is stored (reference-visualizations 8.4). */
export function useParameters(text: string, options: Readonly<Record<string, unknown>>): Parameters {
  const [applied, setApplied] = useState<Readonly<Record<string, unknown>>>(() => valuesOfAddress())
  const [pending, setPending] = useState<Readonly<Record<string, string>>>({})
  const all = useMemo(
    () =>
      parametersOfText(text, readStoredParameters(options)).map((parameter) =>
        parameter.name in applied ? { ...parameter, value: applied[parameter.name] } : parameter,
      ),
    [text, options, applied],
  )
  const open = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(pending).filter(([name, value]) => {
          const parameter = all.find((one) => one.name === name)
          return parameter !== undefined && asText(parameter.value) !== value
        }),
      ),
    [pending, all],
  )
  const set = useCallback((name: string, value: string) => {
    setPending((current) => ({ ...current, [name]: value }))
  }, [])
  const apply = useCallback((): StoredParameter[] => {
    const next = all.map((parameter) =>
      parameter.name in open
        ? { ...parameter, value: normalize(parameter, open[parameter.name] ?? '') }
        : parameter,
    )
    setApplied((current) => ({
      ...current,
      ...Object.fromEntries(next.map((parameter) => [parameter.name, parameter.value])),
    }))
    setPending({})
    return next
  }, [all, open])
  return { all, pending: open, pendingCount: Object.keys(open).length, set, apply }
}

/** Text: an empty string becomes null; number: what is no number becomes null (part 1 section 5). */
function normalize(parameter: StoredParameter, text: string): unknown {
  if (text === '') return null
  if (parameter.type !== 'number') return text
  const number = Number(text)
  return Number.isNaN(number) ? null : number
}

export function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const addressPrefix = 'p_'

function valuesOfAddress(): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(window.location.search)) {
    if (name.startsWith(addressPrefix) && value !== '') values[name.slice(addressPrefix.length)] = value
  }
  return values
}

/** The search part of the address with the parameters' values in it; null removes a key. */
export function searchWithParameters(
  search: Readonly<Record<string, unknown>>,
  parameters: readonly StoredParameter[],
): Record<string, unknown> {
  const next: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(search)) if (!name.startsWith(addressPrefix)) next[name] = value
  for (const { name, value } of parameters) {
    if (value !== null && value !== undefined) next[addressPrefix + name] = asText(value)
  }
  return next
}
