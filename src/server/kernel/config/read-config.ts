import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import type { Setting } from './setting.ts'
import { settings } from './settings.ts'

/** All settings that cannot be used, one line each. */
export class BadSettings extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'BadSettings'
    this.problems = problems
  }
}

type Environment = Readonly<Record<string, string | undefined>>
/** The environment of a process that this one starts: its own with changes. */
export const environmentWith = (changes: Readonly<Record<string, string>>): Environment => ({
  ...process.env,
  ...changes,
})

type Key = keyof typeof settings

/**
 * The settings of this process from the environment (given in tests: `readConfig({})` is a complete default).
 * An empty variable counts as absent. Throws BadSettings with every wrong value at once.
 */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = []
  const values: Partial<Record<Key, unknown>> = {}
  const earlier = { dataDir: '' }
  const keys = ['dataDir', ...Object.keys(settings).filter((key) => key !== 'dataDir')] as Key[]
  for (const key of keys) {
    const setting = settings[key] as Setting<unknown>
    const text = env[setting.env]?.trim() ?? ''
    values[key] = text === '' ? defaultOf(setting, earlier) : parse(setting, text, problems)
    if (key === 'dataDir') earlier.dataDir = String(values[key])
  }
  if (problems.length > 0) throw new BadSettings(problems)
  return { version: readVersion(), ...(values as Omit<Config, 'version'>) }
}

function defaultOf(setting: Setting<unknown>, earlier: { dataDir: string }): unknown {
  return typeof setting.default === 'function' ? setting.default(earlier) : setting.default
}

function parse(setting: Setting<unknown>, text: string, problems: string[]): unknown {
  const value = setting.kind.parse(text)
  if (value === undefined) {
    const shown = setting.secret
      ? 'the given value'
      : `"${text.length > 100 ? `${text.slice(0, 100)}…` : text}"`
    problems.push(`${setting.env}: ${shown} cannot be used; expected ${setting.kind.expects}.`)
    return undefined
  }
  return setting.complete ? setting.complete(value as NonNullable<unknown>) : value
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
