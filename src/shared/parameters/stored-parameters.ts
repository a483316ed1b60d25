/** A parameter as stored in `query.options.parameters` (docs/reference/stored-parameters.md#parameter-types). */
export interface StoredParameter {
  name: string
  title: string
  type: string
  value: unknown
  global: boolean
  [key: string]: unknown
}

/** Reads stored options of any age; invalid parameters are skipped. */
export function readStoredParameters(options: Readonly<Record<string, unknown>>): StoredParameter[] {
  const list = Array.isArray(options.parameters) ? (options.parameters as unknown[]) : []
  return list.filter(isParameter).map((parameter) => ({
    ...parameter,
    title: typeof parameter.title === 'string' ? parameter.title : parameter.name,
    type: typeof parameter.type === 'string' ? parameter.type : 'text',
    value: parameter.value ?? null,
    global: parameter.global === true,
  }))
}

function isParameter(value: unknown): value is StoredParameter {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
}

export function parameterValues(parameters: readonly StoredParameter[]): Record<string, unknown> {
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.value]))
}
