import { helpStart } from './help-contents.ts'

/** Address of a help page, or of a heading on it. */
export function helpAddress(page: string, place = ''): string {
  return `/help/${page === helpStart ? '' : page}${place === '' ? '' : `#${place}`}`
}
