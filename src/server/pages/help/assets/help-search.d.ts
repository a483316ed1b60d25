export interface SearchedSection {
  id: string
  title: string
  text: string
}

/** An entry of the search index `/help/index.json`. */
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
  /** the heading that the address points to; empty: the start of the page */
  section: string
}

/** The pages that contain every word, best first. */
export function searchHelp(index: readonly SearchedPage[], text: string, limit?: number): FoundPage[]
