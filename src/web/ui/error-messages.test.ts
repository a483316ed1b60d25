import { expect, it } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { isHtmlForScript } from '../app/report-errors.ts'
import { describePageError } from './error-messages.ts'

const refused = (status: number, message = '') => describePageError(new ApiError(status, null, message, null))
const broken =
  'It seems like we encountered an error. Try refreshing this page or contact your administrator.'

it('describes what happened, by status', () => {
  expect(refused(404).text).toBe("It seems like the page you're looking for cannot be found.")
  for (const status of [401, 403]) {
    expect(refused(status).text).toBe('It seems like you don’t have permission to see this page.')
  }
  for (const status of [0, 400, 409, 500, 503]) expect(refused(status).text).toBe(broken)
  expect(describePageError(new TypeError('x is not a function')).text).toBe(broken)
})

it("adds the server's details, except for an internal error", () => {
  expect(refused(503, 'The database is down.').detail).toBe('The database is down.')
  expect(refused(0, 'Sextant cannot be reached.').detail).toBe('Sextant cannot be reached.')
  expect(refused(500, 'Internal error').detail).toBeNull()
  expect(describePageError(new TypeError('x is not a function')).detail).toBeNull()
})

it('distinguishes a missing file of a page from a failing page', () => {
  const gone = new TypeError('Failed to fetch dynamically imported module: http://x.example/assets/a.js')
  expect(describePageError(gone)).toMatchObject({
    kind: 'outdated',
    text: 'A new version was installed. Reload the page to go on.',
  })
})

it.each([
  ["Uncaught SyntaxError: Unexpected token '<'", true],
  ['SyntaxError: Unexpected token <', true],
  ["SyntaxError: expected expression, got '<'", true],
  ["Uncaught SyntaxError: Unexpected token '{'", false],
  ['Uncaught TypeError: a is undefined', false],
])('%s: a page in place of a script: %s', (message, is) => {
  expect(isHtmlForScript(message)).toBe(is)
})
