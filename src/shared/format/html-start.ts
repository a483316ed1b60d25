import { directionOf } from '../messages/direction.ts'
import { currentLocale } from '../messages/translate.ts'

/** The start of every page and mail that the server writes, in the reader's language; the head continues after it. */
export function htmlStart(): string {
  const locale = currentLocale()
  // English pages are the same bytes as ever
  const direction = directionOf(locale) === 'rtl' ? ' dir="rtl"' : ''
  return `<!doctype html>
<html lang="${locale}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">`
}
