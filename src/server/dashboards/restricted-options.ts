type Options = Readonly<Record<string, unknown>>

/** Position and visibility of a widget. All other options are about its query: names and values of parameters. */
const ofPlace: readonly string[] = ['position', 'isHidden', 'tab']

/** Options of a widget for users who may not see its query. */
export function restrictedOptions(options: Options): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([key]) => ofPlace.includes(key)))
}

/** Such users may save only the place of the widget; the rest stays as stored. */
export function keepingQueryOptions(sent: Options, stored: Options): Record<string, unknown> {
  const kept = Object.entries(stored).filter(([key]) => !ofPlace.includes(key))
  return { ...restrictedOptions(sent), ...Object.fromEntries(kept) }
}
