import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { demoDashboards } from '#server/operator/demo/demo-dashboards.ts'
import { demoQueries } from '#server/operator/demo/demo-queries.ts'
import { maxOptionsBytes } from '#shared/http/schemas.ts'
import { allEndpoints } from './all-endpoints.ts'

/** `{"a":"…"}` of so many bytes */
const optionsOf = (bytes: number, character = 'x') => ({
  a: character.repeat((bytes - 8) / Buffer.byteLength(character)),
})

/** Options of data sources and destinations are excluded: only admins set them, and only their connector reads them. */
const ofAdmins = /^(data-sources|destinations)\//
const stored = (await allEndpoints()).flatMap(({ name, file, endpoint }) => {
  const body = endpoint.body as { properties?: Record<string, TSchema> } | undefined
  const options = body?.properties?.options
  return options === undefined || ofAdmins.test(file) ? [] : [{ name, options }]
})

describe('options that are sent to be stored', () => {
  it('are those of queries, visualizations, widgets, dashboards and alerts', () => {
    expect(stored.map(({ name }) => name).sort()).toEqual([
      'createAlert',
      'createQuery',
      'createVisualization',
      'createWidget',
      'saveAlert',
      'saveDashboard',
      'saveQuery',
      'saveVisualization',
      'saveWidget',
    ])
  })

  it.each(stored)('$name: have a limit', ({ options }) => {
    expect(Check(options, optionsOf(maxOptionsBytes))).toBe(true)
    expect(Check(options, optionsOf(maxOptionsBytes + 1))).toBe(false)
    expect(Check(options, optionsOf(maxOptionsBytes + 2, 'é'))).toBe(false)
  })

  it('are far smaller in the demo, and in the examples of every visualization type', () => {
    const demo = [...demoQueries, ...demoDashboards].map((content) => JSON.stringify(content).length)
    expect(Math.max(...demo)).toBeLessThan(maxOptionsBytes / 10)
    const folder = fileURLToPath(new URL('../../src/visualizations/', import.meta.url))
    const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.case.json'))
      .map((name) => statSync(`${folder}${name}`).size)
    expect(cases.length).toBeGreaterThan(50)
    expect(Math.max(...cases)).toBeLessThan(maxOptionsBytes / 5)
  })
})
