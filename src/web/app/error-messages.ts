import { ApiError } from '#web/api/api-error.ts'

/** Wording of the error page (part 1, section 2). */
export const errorPageTexts = {
  notFound: "It seems like the page you're looking for cannot be found.",
  forbidden: 'It seems like you don’t have permission to see this page.',
  other: 'It seems like we encountered an error. Try refreshing this page or contact your administrator.',
} as const

export interface ErrorPageWords {
  kind: keyof typeof errorPageTexts
  text: string
  /** what is known beyond the fixed text */
  detail: string | null
}

/** What the error page says about something that was thrown while a page was loaded or drawn. */
export function describePageError(error: unknown): ErrorPageWords {
  if (error instanceof ApiError && error.status === 404) {
    return { kind: 'notFound', text: errorPageTexts.notFound, detail: null }
  }
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
    return { kind: 'forbidden', text: errorPageTexts.forbidden, detail: null }
  }
  const detail = error instanceof ApiError && error.status !== 500 ? error.message : null
  return { kind: 'other', text: errorPageTexts.other, detail }
}
