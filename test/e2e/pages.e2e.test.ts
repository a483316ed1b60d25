import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueLinkToken } from '#server/identity/link-tokens/link-tokens.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { expectAccessible } from './accessible.ts'
import { heights } from './browser.ts'
import { browserOfFile } from './browser-of-file.ts'

/** SEXTANT_SCREENS names a folder for screenshots of every page. */
const screens = process.env['SEXTANT_SCREENS']
const views = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1440 },
  { theme: 'dark', width: 390 },
] as const

let app: AppUnderTest
let fresh: AppUnderTest
const browser = browserOfFile()
beforeAll(async () => {
  app = await appUnderTest()
  fresh = await appUnderTest({ setUp: false })
  for (const each of [app, fresh]) await each.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await fresh.close()
})

function addressOf({ app: fastify }: AppUnderTest): string {
  const address = fastify.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return `http://127.0.0.1:${address.port}`
}

/** The browser obeys `autofocus` when it paints the page, which may come after its load event. */
async function expectFocus(page: Page, id: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id)
}

async function open(path: string, of = app): Promise<{ page: Page; faults: string[] }> {
  const viewport = { width: 1440, height: heights[1440] }
  const context = await browser().newContext({ viewport, colorScheme: 'light', bypassCSP: false })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(`${addressOf(of)}${path}`)
  return { page, faults }
}

/** Wide in both themes, and narrow. A page takes its theme from one attribute, which its script sets when it is opened. */
async function look(page: Page, name: string): Promise<void> {
  const asOpened = await page.getAttribute('html', 'data-mantine-color-scheme')
  expect(asOpened).toBe('light')
  for (const { theme, width } of views) {
    await page.setViewportSize({ width, height: heights[width] })
    await page.evaluate((scheme) => {
      document.documentElement.dataset['mantineColorScheme'] = scheme
    }, theme)
    if (screens !== undefined) {
      mkdirSync(screens, { recursive: true })
      await page.screenshot({ path: `${screens}/${name}-${theme}-${width}.png` })
    }
    await expectAccessible(page, { coloursOnly: theme === 'dark' && width === 1440 })
  }
  await page.setViewportSize({ width: 1440, height: heights[1440] })
  await page.evaluate(() => {
    document.documentElement.dataset['mantineColorScheme'] = 'light'
  })
}

it('log-in', async () => {
  const { page, faults } = await open('/login?next=/ping')
  await expectFocus(page, 'email')
  await look(page, 'login')
  await page.fill('#email', app.member.email)
  await page.fill('#password', 'wrong')
  await page.click('button')
  expect(await page.textContent('[role=alert]')).toBe('Wrong email or password.')
  await expectFocus(page, 'password')
  await look(page, 'login-error')
  await page.keyboard.type(app.member.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/ping')
  expect(await page.textContent('body')).toBe('PONG.')
  expect(faults).toEqual([])
  await page.context().close()
})

it('set-up', async () => {
  const { page, faults } = await open('/', fresh)
  await look(page, 'setup')
  await page.fill('#name', 'Ada')
  await page.fill('#email', 'ada@example.com')
  await page.fill('#password', 'long enough')
  await page.fill('#org_name', ' ')
  await page.click('button')
  await page.waitForSelector('[role=alert]')
  expect(await page.inputValue('#name')).toBe('Ada')
  expect(await page.inputValue('#password')).toBe('')
  await look(page, 'setup-error')
  expect(faults).toEqual([])
  await page.context().close()
})

it('a verified email address, and a link that verifies none', async () => {
  const { db } = app.context
  const { id: user_id, email } = app.member
  await db.updateTable('users').set({ is_email_verified: false }).where('id', '=', user_id).execute()
  const token = await issueLinkToken(db, { purpose: 'verify_email', user_id, email }, new Date())
  const { page, faults } = await open(`/verify/${token}`)
  await page.getByRole('heading', { name: 'Verify your email address' }).waitFor()
  await look(page, 'verify-login')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(app.admin.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(app.admin.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('You are logged in with another account.').waitFor()
  await look(page, 'verify-other')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(app.member.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Verify my email address' }).waitFor()
  await look(page, 'verify')
  // the page leads on by itself after five seconds, which may be over before it was looked at
  await page.route('**/verify/*', async (route) => {
    const reply = await route.fetch()
    const headers = reply.headers()
    delete headers['refresh']
    await route.fulfill({ response: reply, headers })
  })
  await page.getByRole('button', { name: 'Verify my email address' }).click()
  await page.getByRole('heading', { name: 'Email address verified' }).waitFor()
  await look(page, 'verified')
  await page.unroute('**/verify/*')
  expect(faults).toEqual([])
  await page.goto(`${addressOf(app)}/verify/nothing`)
  await page.getByText('Your verification link is invalid. Please ask for a new one.').waitFor()
  await look(page, 'not-verified')
  await page.context().close()
})

it('errors', async () => {
  const { page } = await open('/static/nothing')
  await look(page, 'error-404')
  await page.context().close()
})

it('a page has the theme of the system when it is opened; the stored choice wins over it', async () => {
  const context = await browser().newContext({ colorScheme: 'dark' })
  const page = await context.newPage()
  await page.goto(`${addressOf(app)}/login`)
  expect(await page.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  for (const [stored, shown] of [
    ['dark', 'dark'],
    ['light', 'light'],
    ['auto', 'light'],
    ['nonsense', 'light'],
  ]) {
    await page.evaluate((value) => localStorage.setItem('localOptions:theme', value ?? ''), stored)
    await page.reload()
    expect(await page.getAttribute('html', 'data-mantine-color-scheme')).toBe(shown)
  }
  await context.close()
})
