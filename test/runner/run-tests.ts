import { quickChecks, runCheck, slowChecks } from './static-checks.ts'
import { runProgram, type StepResult } from './step.ts'
import { summary } from './summary.ts'
import { ensureSystemPackages } from './system-packages.ts'
import { runVitest } from './vitest-project.ts'

const print = (text: string): void => void process.stdout.write(text)

/** The lanes of package.json. */
const lanes = { test: everything, check: quickOnes, 'test-related': related, 'test-engines': engines }

/** Runs a lane and ends the process with 0 or 1. */
export async function runTests(lane: keyof typeof lanes): Promise<void> {
  const steps = await lanes[lane]()
  print(summary(steps))
  process.exit(steps.some((step) => step.failed > 0) ? 1 : 0)
}

async function quickOnes(): Promise<StepResult[]> {
  const checks = quickChecks.map((check) => runCheck(check, print))
  const unit = await runVitest('unit')
  return [...(await Promise.all(checks)), unit]
}

async function everything(): Promise<StepResult[]> {
  const steps = [await ensureSystemPackages(print)]
  steps.push(...(await Promise.all([...quickChecks, ...slowChecks].map((check) => runCheck(check, print)))))
  // live tests wait for other processes half of the time, so the others compute beside them
  const live = runVitest('live', { show: 'afterwards' })
  for (const project of ['database', 'unit', 'browser'] as const) {
    print(`\n── ${project} ──\n`)
    // there are too many unit tests to list them
    steps.push(await runVitest(project, { show: project === 'unit' ? 'failures' : 'all' }))
  }
  return [...steps, await live]
}

/** The tests that import what was changed and not yet committed or, if nothing was, what the last commit changed. */
async function related(): Promise<StepResult[]> {
  const { output } = await runProgram('git', ['status', '--porcelain'])
  const changed = output.trim() === '' ? '--changed=HEAD~1' : '--changed'
  const projects = ['unit', 'database', 'live', 'engines'] as const
  const steps: StepResult[] = []
  for (const project of projects) steps.push(await runVitest(project, { args: [changed], mayBeEmpty: true }))
  return steps
}

/** The connectors whose engines, or their doubles, are too many for every run; and stress tests, which take a minute each. */
async function engines(): Promise<StepResult[]> {
  return [await ensureSystemPackages(print), await runVitest('engines')]
}
