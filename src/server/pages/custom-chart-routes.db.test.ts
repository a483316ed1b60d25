import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customChartFrame } from '#shared/visualizations/custom-chart-frame.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'

const library = '/assets/plotly-9.9.9.js'
const script = `${customChartFrame}.js`

let web: string
const apps: AppUnderTest[] = []

async function appWith(allowed: boolean, webFolder = web): Promise<AppUnderTest> {
  const app = await appUnderTest({ webFolder, config: { allowCustomJsVisualizations: allowed } })
  apps.push(app)
  return app
}

beforeAll(() => {
  web = mkdtempSync(join(tmpdir(), 'sextant-custom-'))
  mkdirSync(join(web, 'assets'))
  writeFileSync(join(web, 'index.html'), 'the application')
  writeFileSync(join(web, library), 'the library')
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()))
  rmSync(web, { recursive: true })
})

describe('the page that runs custom charts', () => {
  it('exists only if the operator allows it, like its scripts', async () => {
    const { app } = await appWith(false)
    for (const url of [customChartFrame, script, library]) {
      const reply = await app.inject({ url })
      expect([url, reply.statusCode]).toEqual([url, 404])
      expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    const { client_config } = (await app.inject({ url: '/api/config' })).json()
    expect(client_config.allowCustomJSVisualizations).toBe(false)
  })

  it('is public, has an opaque origin and two scripts, and cannot connect anywhere', async () => {
    const { app } = await appWith(true)
    const page = await app.inject({ url: customChartFrame })
    expect(page.statusCode).toBe(200)
    expect(
      [...page.body.matchAll(/<script crossorigin="anonymous" src="([^"]+)">/g)].map(([, src]) => src),
    ).toEqual([library, script])
    const directives = String(page.headers['content-security-policy']).split('; ')
    expect(directives).toEqual(
      expect.arrayContaining([
        'sandbox allow-scripts',
        "default-src 'none'",
        "connect-src 'none'",
        "script-src 'self' 'unsafe-eval'",
        'frame-ancestors *',
      ]),
    )
    expect(page.headers).not.toHaveProperty('x-frame-options')
    expect(page.headers['set-cookie']).toBe(undefined)
    for (const url of [library, script]) {
      const reply = await app.inject({ url })
      expect([url, reply.statusCode]).toEqual([url, 200])
      expect(reply.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
    }
    const { client_config } = (await app.inject({ url: '/api/config' })).json()
    expect(client_config.allowCustomJSVisualizations).toBe(true)
  })

  it('says so when the web has not been built', async () => {
    const { app } = await appWith(true, '/nonexistent/sextant-web')
    expect((await app.inject({ url: customChartFrame })).statusCode).toBe(503)
  })
})
