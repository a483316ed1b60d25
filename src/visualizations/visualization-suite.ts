import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typeResult } from '#shared/results/typed-result.ts'
import { isPlainObject } from './parts/merge-options.ts'
import { findVisualizationType } from './registry.ts'
import { sampleSettings } from './sample-settings.ts'
import type { Visualization, VisualizationData } from './visualization.ts'

/** The content of `golden/<name>.case.json`; `<name>.model.json` next to it holds the expected model. */
interface GoldenCase {
  /** name and type of each column, as the server sends them */
  columns: readonly (readonly [name: string, type: string | null])[]
  rows: readonly (readonly unknown[])[]
  /** as stored */
  options: Record<string, unknown>
}

/** The cases that every golden folder must have (docs/writing-a-visualization.md). */
const demanded = [
  'numbers',
  'nulls',
  'text',
  'dates',
  'negative',
  'one-row',
  'no-rows',
  'many-series',
  'hostile-names',
]

/**
 * The tests that every plug-in passes: golden models, awkward results and malformed options. `test` is
 * `import.meta.url` of the calling test; its folder contains `golden/`.
 */
export async function describeVisualization(typeName: string, test: string): Promise<void> {
  const type = findVisualizationType(typeName)
  if (type === undefined) throw new Error(`There is no visualization type ${typeName}.`)
  const visualization = await type.load()
  const cases = readCases(fileURLToPath(new URL('./golden/', test)))

  describe(`${typeName}: golden models`, () => {
    it('has the cases that every type needs', () => {
      expect(demanded.filter((name) => !cases.some((one) => one.name === name))).toEqual([])
    })
    it.each(cases)('$name', async ({ path, data, options }) => {
      const complete = visualization.normalize(deepFrozen(options), deepFrozen(data), sampleSettings)
      const model = visualization.prepare(data, deepFrozen(complete), sampleSettings)
      await expect(`${jsonOf(model)}\n`).toMatchFileSnapshot(path.replace('.case.json', '.model.json'))
      expect(jsonOf(visualization.prepare(data, complete, sampleSettings))).toBe(jsonOf(model))
    })
  })

  describe(`${typeName}: options of any shape`, () => {
    it('normalize is idempotent', () => {
      for (const { data, options } of cases) {
        const once = visualization.normalize(options, data, sampleSettings)
        const stored = JSON.parse(JSON.stringify(visualization.toStored?.(once) ?? once))
        const twice = visualization.normalize(stored, data, sampleSettings)
        expect(JSON.parse(JSON.stringify(visualization.toStored?.(twice) ?? twice))).toEqual(stored)
      }
    })
    it('keeps unknown keys', () => {
      const { data } = cases[0] ?? { data: emptyResult }
      expect(visualization.normalize({ fromElsewhere: { a: 1 } }, data, sampleSettings)).toHaveProperty(
        'fromElsewhere',
        { a: 1 },
      )
    })
    it('prepares its own suggestion for every golden result', () => {
      for (const { data } of cases) {
        prepared(visualization, visualization.suggest?.(data) ?? {}, data)
      }
    })
    it('never throws on malformed options', () => fuzz(visualization, cases))
  })
}

const emptyResult: VisualizationData = { columns: [], rows: [] }

function prepared(visualization: Visualization, options: object, data: VisualizationData): unknown {
  const complete = visualization.normalize({ ...options }, data, sampleSettings)
  return visualization.prepare(data, complete, sampleSettings)
}

/** Tests the golden options with one value at any depth replaced by arbitrary JSON, and arbitrary options. */
function fuzz(visualization: Visualization, cases: readonly ReadCase[]): void {
  const complete = cases.map(({ options, data }) => ({
    data,
    options: JSON.parse(JSON.stringify(visualization.normalize(options, data, sampleSettings))) as object,
  }))
  const value = fc.oneof(fc.jsonValue(), hostileValue)
  fc.assert(
    fc.property(fc.nat(), fc.nat(), value, (whichCase, whichPlace, replacement) => {
      const { options, data } = complete[whichCase % complete.length] ?? { options: {}, data: emptyResult }
      const places = pathsOf(options)
      const place = places[whichPlace % Math.max(1, places.length)] ?? []
      prepared(visualization, replaced(options, place, replacement) as object, data)
    }),
    { numRuns: 400 },
  )
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), fc.nat(), (options, which) => {
      prepared(visualization, options, complete[which % Math.max(1, complete.length)]?.data ?? emptyResult)
    }),
    { numRuns: 200 },
  )
}

const hostileValue = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '{{ constructor }}',
  Number.MAX_SAFE_INTEGER,
  -1,
  0.5,
  1e308,
  '',
  [],
  {},
  [[]],
  null,
)

type Path = readonly (string | number)[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  const inside = Array.isArray(value)
    ? value.flatMap((item, index) => pathsOf(item, [...path, index]))
    : isPlainObject(value)
      ? Object.keys(value).flatMap((key) => pathsOf(value[key], [...path, key]))
      : []
  return path.length === 0 ? inside : [path, ...inside]
}

function replaced(value: unknown, [first, ...rest]: Path, replacement: unknown): unknown {
  if (first === undefined) return replacement
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === first ? replaced(item, rest, replacement) : item))
  }
  if (!isPlainObject(value)) return value
  return { ...value, [first]: replaced(value[first], rest, replacement) }
}

interface ReadCase {
  name: string
  path: string
  data: VisualizationData
  options: Record<string, unknown>
}

function readCases(folder: string): ReadCase[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.case.json'))
    .map((file) => {
      const path = `${folder}${file}`
      const { columns, rows, options } = JSON.parse(readFileSync(path, 'utf8')) as GoldenCase
      const data = typeResult({
        columns: columns.map(([name, type]) => ({ name, friendly_name: name, type })),
        rows: rows.map((cells) =>
          Object.fromEntries(columns.map(([name], index) => [name, cells[index]] as const)),
        ),
      })
      return { name: file.replace('.case.json', ''), path, data, options }
    })
}

/** Serializes also what JSON drops, such as NaN, maps and sets: a golden file must show them. */
function jsonOf(model: unknown): string {
  const keep = (_key: string, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
    if (value instanceof Map) return { map: [...value] }
    return value instanceof Set ? { set: [...value] } : value
  }
  return JSON.stringify(model, keep, 1) ?? 'undefined'
}

/** Freezes deeply, so that a plug-in that mutates its input throws. */
function deepFrozen<V>(value: V): V {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inside of Object.values(value)) deepFrozen(inside)
  return value
}
