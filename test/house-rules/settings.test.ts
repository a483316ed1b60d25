import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/kernel/config/read-config.ts'
import type { Setting } from '#server/kernel/config/setting.ts'
import { settings } from '#server/kernel/config/settings.ts'
import { settingsPage } from '#server/kernel/config/settings-page.ts'

const all = Object.values(settings) as Setting<unknown>[]

describe('settings', () => {
  it('are all described in docs/settings.md, which is generated from the table', async () => {
    const page = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8')
    expect(page).toBe(settingsPage())
    for (const { env } of all) expect(page).toContain(`## \`${env}\``)
  })

  it('have one variable each and a complete sentence', () => {
    expect(new Set(all.map((setting) => setting.env)).size).toBe(all.length)
    for (const { about } of all) expect(about).toMatch(/^[A-Z].*\.$/)
  })

  it('have defaults that their own schema accepts', () => {
    const config = readConfig({})
    for (const [key, setting] of Object.entries(settings) as [keyof typeof settings, Setting<unknown>][]) {
      const value = config[key]
      if (value === null || (Array.isArray(value) && value.length === 0)) continue
      expect(setting.kind.parse(setting.kind.format(value)), setting.env).toEqual(value)
    }
  })
})
