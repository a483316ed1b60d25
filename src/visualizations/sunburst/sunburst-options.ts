/** A sunburst has no options; what is stored is kept. */
export type SunburstOptions = Readonly<Record<string, unknown>>
