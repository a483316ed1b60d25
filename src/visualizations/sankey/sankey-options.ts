/** A Sankey has no options; what is stored is kept. */
export type SankeyOptions = Readonly<Record<string, unknown>>
