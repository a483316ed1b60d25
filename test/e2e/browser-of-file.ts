import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { closeWindows, launchBrowser } from './browser.ts'

let shared: Browser | undefined

/**
 * For a test file: the Chromium that all files of a Vitest worker use, one after the other. The windows that a file
 * leaves open are closed at its end.
 */
export function browserOfFile(): () => Browser {
  beforeAll(async () => {
    if (!shared?.isConnected()) shared = await launchBrowser()
  })
  afterAll(async () => {
    if (shared) await closeWindows(shared)
  })
  return () => {
    if (shared === undefined) throw new Error('The browser starts with the first test.')
    return shared
  }
}
