import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { isMissingFile } from './missing-file.ts'

/** Texts of the error page (docs/reference/screens.md#error-page). */
export const errorPageTexts = {
  notFound: t("It seems like the page you're looking for cannot be found."),
  forbidden: t('It seems like you don’t have permission to see this page.'),
  other: t('It seems like we encountered an error. Try refreshing this page or contact your administrator.'),
  outdated: t('A new version was installed. Reload the page to go on.'),
} as const

export interface ErrorPageWords {
  kind: keyof typeof errorPageTexts
  text: string
  /** details beyond the fixed text */
  detail: string | null
}

/** What the error page shows for a value thrown while a page was loaded or drawn. */
export function describePageError(error: unknown): ErrorPageWords {
  if (error instanceof ApiError && error.status === 404) {
    return { kind: 'notFound', text: errorPageTexts.notFound, detail: null }
  }
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
    return { kind: 'forbidden', text: errorPageTexts.forbidden, detail: null }
  }
  // the router has already reloaded the document, without success
  if (isMissingFile(error)) return { kind: 'outdated', text: errorPageTexts.outdated, detail: null }
  const detail = error instanceof ApiError && error.status !== 500 ? error.message : null
  return { kind: 'other', text: errorPageTexts.other, detail }
}
