import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNode, type StepResult, secondsSince } from './step.ts'

export type VitestProject = 'unit' | 'database' | 'live' | 'browser' | 'engines'

export interface VitestOptions {
  args?: readonly string[]
  /** a run without any test passes */
  mayBeEmpty?: boolean
  /** `afterwards`: prints the output at the end, beside that of another project; `failures`: only if something failed */
  show?: 'all' | 'afterwards' | 'failures'
}

/** The parts of vitest's JSON report that are used. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; message?: string; assertionResults: unknown[] }[]
}

/**
 * Runs one project of vitest.config.ts (`unit` with its components); its report goes to the terminal, the numbers come from its JSON file. Nothing is tried
 * a second time: a flaky test is a bug.
 */
export async function runVitest(project: VitestProject, options: VitestOptions = {}): Promise<StepResult> {
  const start = performance.now()
  const run = await runOnce(project, options)
  if (options.mayBeEmpty && run.exitCode === 0 && isEmpty(run.report))
    return { name: project, passed: 0, failed: 0, seconds: secondsSince(start), note: 'no tests' }
  return { name: project, ...countTests(run.report, run.exitCode), seconds: secondsSince(start) }
}

interface ProjectRun {
  report: VitestReport | null
  exitCode: number
}

const isEmpty = (report: VitestReport | null): boolean => report === null || report.testResults.length === 0

async function runOnce(
  project: VitestProject,
  { args: more = [], mayBeEmpty = false, show = 'all' }: VitestOptions,
): Promise<ProjectRun> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-vitest-'))
  const file = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const empty = mayBeEmpty ? ['--passWithNoTests'] : []
    const projects = project === 'unit' ? ['unit', 'components'] : [project]
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((name) => ['--project', name]),
    ]
    const args = [...vitest, ...more, ...empty, ...reporters]
    const colors = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }
    const { exitCode, output } = await runNode(args, {
      show: show === 'all',
      env: { ...environmentOfTests(process.env), ...colors },
    })
    if (show === 'afterwards' || (show === 'failures' && exitCode !== 0))
      process.stdout.write(`\n── ${project} ──\n${output}`)
    return { report: readReport(file), exitCode }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Settings of the developer's environment must not reach the tests. */
export function environmentOfTests(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign = (name: string) =>
    ['PORT', 'HOST', 'DATABASE_URL', 'NODE_COMPILE_CACHE'].includes(name) ||
    (name.startsWith('SEXTANT_') && name !== 'SEXTANT_TEST_DATABASE_URL')
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign(name)))
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
}

/**
 * Counts passed and failed tests. A skipped test counts as failed, so nothing is skipped silently. So does a file that
 * could not be loaded, a run without tests, and a run that ended with an error although every test passed.
 */
export function countTests(
  report: VitestReport | null,
  exitCode: number,
): { passed: number; failed: number; note?: string } {
  if (report === null)
    return { passed: 0, failed: 1, note: `no report; vitest ended with exit code ${exitCode}` }
  const skipped = report.numPendingTests + report.numTodoTests
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  const failed = report.numFailedTests + skipped + broken
  const passed = report.numPassedTests
  const notes = [skipped > 0 && `${skipped} skipped`, broken > 0 && `${broken} files could not be loaded`]
  if (passed + failed === 0) return { passed: 0, failed: 1, note: 'there was no test to run' }
  if (failed === 0 && exitCode !== 0)
    return { passed, failed: 1, note: `vitest ended with exit code ${exitCode}` }
  const note = notes.filter((text) => text !== false).join(', ')
  return note === '' ? { passed, failed } : { passed, failed, note }
}
