import { quickChecks, runCheck, slowChecks } from './static-checks.ts'
import type { StepResult } from './step.ts'
import { summary } from './summary.ts'
import { ensureSystemPackages } from './system-packages.ts'
import { runVitest, type VitestProject } from './vitest-project.ts'

const print = (text: string): void => void process.stdout.write(text)

/** `npm test` (everything) and `npm run check` (what takes less than a minute). Ends the process with 0 or 1. */
export async function runTests(command: 'test' | 'check'): Promise<void> {
  const steps = command === 'test' ? await everything() : await theQuickOnes()
  print(summary(steps))
  process.exit(steps.some((step) => step.failed > 0) ? 1 : 0)
}

async function theQuickOnes(): Promise<StepResult[]> {
  const checks = quickChecks.map((check) => runCheck(check, print))
  const unit = await runVitest('unit')
  return [...(await Promise.all(checks)), unit]
}

async function everything(): Promise<StepResult[]> {
  const steps = [await ensureSystemPackages(print)]
  for (const check of [...quickChecks, ...slowChecks]) steps.push(await runCheck(check, print))
  const projects: readonly VitestProject[] = ['unit', 'database', 'live', 'browser']
  for (const project of projects) {
    print(`\n── ${project} ──\n`)
    steps.push(await runVitest(project))
  }
  return steps
}
