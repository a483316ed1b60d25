import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { settings } from '#server/kernel/config/settings.ts'
import { carried } from '../../bin/release/release-files.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const textOf = (path: string) => readFileSync(root + path, 'utf8')
const chart = 'deploy/helm/sextant'
const templates = globSync(`${chart}/templates/*`, { cwd: root })
const units = globSync('deploy/systemd/*.service', { cwd: root })
const composeFiles = ['compose.yaml', 'deploy/compose/workers.yaml']

interface Service {
  command?: string[]
  environment?: Record<string, string>
}

describe('files for running Sextant', () => {
  it('set only variables that are settings', () => {
    const known = new Set(Object.values(settings).map(({ env }) => env))
    // of Compose, for the file itself
    const ofCompose = ['SEXTANT_IMAGE', 'SEXTANT_BIND', 'SEXTANT_PORT']
    const named = ['Dockerfile', ...composeFiles, ...templates, `${chart}/values.yaml`, ...units]
      .map(textOf)
      .flatMap((text) => text.match(/\b(?:SEXTANT_[A-Z_]+|DATABASE_URL)\b/g) ?? [])
    expect(named.length).toBeGreaterThan(30)
    expect([...new Set(named)].filter((name) => !known.has(name) && !ofCompose.includes(name))).toEqual([])
  })

  it('start roles', () => {
    const composed = composeFiles.flatMap((path) => {
      // `!reset` is a tag of Compose
      const { services } = parse(textOf(path), { merge: true, logLevel: 'error' }) as {
        services: Record<string, Service>
      }
      return Object.values(services).flatMap(({ command }) => command ?? [])
    })
    const started = units.map(
      (path) => / (\w+)$/m.exec(textOf(path).match(/^ExecStart=.*$/m)?.[0] ?? '')?.[1],
    )
    const charted = templates.flatMap((path) => /args: \[(\w+)\]/.exec(textOf(path))?.[1] ?? [])
    expect(composed.sort()).toEqual(['migrate', 'start', 'web', 'worker'])
    expect(started.sort()).toEqual(['start', 'web', 'worker'])
    expect(charted.sort()).toEqual(['migrate', 'web', 'worker'])
  })

  it('leave in the build context of the image what a release is made of', () => {
    const kept = new Set<string>(textOf('.dockerignore').match(/^!.*$/gm))
    const ofBuild = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite*.config.ts']
    const folders = carried.map((path) => path.split('/')[0] ?? '').filter((folder) => folder !== 'dist')
    expect([...new Set([...folders, ...ofBuild])].filter((path) => !kept.has(`!${path}`))).toEqual([])
  })
})

describe('the Helm chart', () => {
  it('has the version of Sextant', () => {
    const { version } = JSON.parse(textOf('package.json')) as { version: string }
    expect(parse(textOf(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
  })

  it('uses every value that it documents, and no other', () => {
    const used = new Set(
      templates.flatMap((path) =>
        [...textOf(path).matchAll(/\.Values\.([A-Za-z.]+)/g)].map(([, name = '']) => name),
      ),
    )
    // placement is handed on as a whole
    for (const role of ['web', 'worker'])
      for (const name of ['nodeSelector', 'tolerations', 'affinity']) used.add(`${role}.${name}`)
    const values = parse(textOf(`${chart}/values.yaml`)) as Record<string, unknown>
    const isThere = (path: string) =>
      path
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values) !==
      undefined
    expect([...used].filter((path) => !isThere(path))).toEqual([])
    expect(
      leavesOf(values).filter((leaf) => ![...used].some((path) => `${leaf}.`.startsWith(`${path}.`))),
    ).toEqual([])
  })
})

/** Paths of all values that are no objects. */
function leavesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path]
  const inside = Object.entries(value)
  if (inside.length === 0) return [path]
  return inside.flatMap(([name, one]) => leavesOf(one, path === '' ? name : `${path}.${name}`))
}
