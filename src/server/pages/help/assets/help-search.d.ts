export interface SearchedSection {
  id: string
  title: string
  text: string
}

/** A page of the help as it is searched: `/help/index.json` is a list of them. */
export interface SearchedPage {
  name: string
  title: string
  summary: string
  keywords: string
  address: string
  sections: SearchedSection[]
}

export interface FoundPage {
  name: string
  title: string
  summary: string
  address: string
  /** the heading that the address leads to; empty: the start of the page */
  section: string
}

/** The pages that hold every word, best first. */
export function searchHelp(index: readonly SearchedPage[], text: string, most?: number): FoundPage[]
