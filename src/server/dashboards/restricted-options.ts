type Options = Readonly<Record<string, unknown>>

/** Where a widget stands, and whether it shows. Everything else is about its query: names and values of parameters. */
const ofPlace: readonly string[] = ['position', 'isHidden', 'tab']

/** Options of a widget for those who may not see its query. */
export function restrictedOptions(options: Options): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([key]) => ofPlace.includes(key)))
}

/** What they save of such a widget: its place. The rest stays as it is stored. */
export function keepingQueryOptions(sent: Options, stored: Options): Record<string, unknown> {
  const kept = Object.entries(stored).filter(([key]) => !ofPlace.includes(key))
  return { ...restrictedOptions(sent), ...Object.fromEntries(kept) }
}
