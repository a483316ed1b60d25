import { helpStart } from './help-contents.ts'

/** Address of a page of the help, and of a place on it. */
export function helpAddress(page: string, place = ''): string {
  return `/help/${page === helpStart ? '' : page}${place === '' ? '' : `#${place}`}`
}
