import { cruise, minShareRead } from './import-rules.ts'
import { runNode, type StepResult, secondsSince } from './step.ts'

interface StaticCheck {
  name: string
  /** null: no problem; else the problem */
  run(): Promise<string | null>
}

const tool = (args: readonly string[]) => async (): Promise<string | null> => {
  const { exitCode, output } = await runNode(args)
  return exitCode === 0 ? null : output.trim() || `ended with exit code ${exitCode}`
}

const types: StaticCheck = {
  name: 'types',
  run: tool(['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']),
}
const lint: StaticCheck = {
  name: 'lint',
  run: tool([
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--diagnostic-level=error',
    '--colors=off',
    '.',
  ]),
}
const imports: StaticCheck = {
  name: 'import rules',
  async run() {
    const { modules, sources, violations } = await cruise()
    if (modules.length < sources.length * minShareRead) {
      return `dependency-cruiser has read ${modules.length} of ${sources.length} source files: it proves nothing`
    }
    return violations.length === 0 ? null : violations.join('\n')
  },
}
const unused: StaticCheck = {
  name: 'unused code',
  run: tool(['node_modules/knip/bin/knip.js', '--no-progress']),
}
const webBuild: StaticCheck = {
  name: 'web build',
  async run() {
    const { ensureWeb } = await import('../../bin/launcher/web-build.mjs')
    try {
      ensureWeb()
      return null
    } catch (error) {
      return (error as Error).message
    }
  },
}

export const quickChecks: readonly StaticCheck[] = [types, lint, imports]
export const slowChecks: readonly StaticCheck[] = [unused, webBuild]

/** Runs one and prints what it found. */
export async function runCheck(check: StaticCheck, print: (text: string) => void): Promise<StepResult> {
  const start = performance.now()
  const wrong = await check.run().catch((error: unknown) => String(error))
  const seconds = secondsSince(start)
  if (wrong === null) return { name: check.name, passed: 1, failed: 0, seconds }
  print(`\n── ${check.name} ──\n${wrong}\n`)
  return { name: check.name, passed: 0, failed: 1, seconds }
}
