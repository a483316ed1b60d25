type Options = Readonly<Record<string, unknown>>

/** Options of a widget for those who may not see its query: names and fixed values of its parameters are the query's. */
export function restrictedOptions({ parameterMappings: _, ...shown }: Options): Record<string, unknown> {
  return shown
}

/** What they save of such a widget: what its query is run with stays as it is stored. */
export function keepingMappings(sent: Options, stored: Options): Record<string, unknown> {
  const { parameterMappings } = stored
  return { ...restrictedOptions(sent), ...(parameterMappings === undefined ? {} : { parameterMappings }) }
}
