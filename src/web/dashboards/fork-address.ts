/** What a copy's address takes over: all but the values of widgets, because the widgets of the copy have other ids. */
export function addressOfFork(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !/^p_w\d+_/.test(name)))
}
