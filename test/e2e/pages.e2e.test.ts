import { mkdirSync } from 'node:fs'
import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueLinkToken } from '#server/identity/link-tokens/link-tokens.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { browserOfFile } from './browser-of-file.ts'

/** SEXTANT_SCREENS names a folder for screenshots of every page. */
const screens = process.env['SEXTANT_SCREENS']
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

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

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  describe.each(sizes)('$width wide', (viewport) => {
    const open = async (path: string, of = app): Promise<{ page: Page; faults: string[] }> => {
      const context = await browser().newContext({ viewport, colorScheme, bypassCSP: false })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
      page.on('pageerror', (error) => faults.push(error.message))
      await page.goto(`${addressOf(of)}${path}`)
      return { page, faults }
    }
    const look = async (page: Page, name: string) => {
      if (screens !== undefined) {
        mkdirSync(screens, { recursive: true })
        await page.screenshot({ path: `${screens}/${name}-${colorScheme}-${viewport.width}.png` })
      }
      // evaluated by the debugger, which the content security policy does not bind
      await page.evaluate(axe.source)
      const { violations } = (await page.evaluate('axe.run()')) as AxeResults
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual(
        [],
      )
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      expect(await page.getAttribute('html', 'data-mantine-color-scheme')).toBe(colorScheme)
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
      await page.getByRole('button', { name: 'Verify my email address' }).click()
      await page.getByRole('heading', { name: 'Email address verified' }).waitFor()
      await look(page, 'verified')
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
  })
})

it('the stored choice of a theme wins over the system', async () => {
  const context = await browser().newContext({ colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(`${addressOf(app)}/login`)
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
