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
  testResults: { name: string; status: string; message?: string; assertionResults: TestOutcome[] }[]
}

interface TestOutcome {
  fullName: string
  status: string
  /** of every try: messages of a passed test mean that it was retried */
  failureMessages?: string[] | null
}

/**
 * Runs one project of vitest.config.ts (`unit` with its components); its report goes to the terminal, the numbers come from its JSON file. In CI, a
 * few failed files run again from scratch, because Vitest's own retry of a test sees leftovers of the first try.
 */
export async function runVitest(project: VitestProject, options: VitestOptions = {}): Promise<StepResult> {
  const start = performance.now()
  const first = await runOnce(project, [], options)
  if (options.mayBeEmpty && first.exitCode === 0 && isEmpty(first.report))
    return { name: project, passed: 0, failed: 0, seconds: secondsSince(start), note: 'no tests' }
  const again = process.env['CI'] === undefined ? [] : filesToRepeat(first.report)
  const run = again.length === 0 ? first : await repeated(project, first, again)
  for (const text of triedTwice(run.report)) process.stdout.write(`Passed at the second try only: ${text}\n`)
  return { name: project, ...countTests(run.report, run.exitCode), seconds: secondsSince(start) }
}

interface ProjectRun {
  report: VitestReport | null
  exitCode: number
}

async function repeated(project: VitestProject, first: ProjectRun, files: string[]): Promise<ProjectRun> {
  process.stdout.write(`\nOnce more, from nothing:\n${files.join('\n')}\n`)
  const second = await runOnce(project, files, {})
  return { report: mergeReports(first.report, second.report), exitCode: second.exitCode }
}

const isEmpty = (report: VitestReport | null): boolean => report === null || report.testResults.length === 0

async function runOnce(
  project: VitestProject,
  files: string[],
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
    const args = [...vitest, ...files, ...more, ...empty, ...reporters]
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

const maxFilesToRepeat = 4

/** The files that failed; none if there are so many that the change itself must be the cause. */
export function filesToRepeat(report: VitestReport | null): string[] {
  const failed = report?.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name) ?? []
  return failed.length > maxFilesToRepeat ? [] : failed
}

/**
 * Replaces the results of some files by those of their second run; a test that failed at first keeps its failure, for
 * `triedTwice`.
 */
export function mergeReports(first: VitestReport | null, second: VitestReport | null): VitestReport | null {
  if (first === null || second === null) return first
  const failures = new Map(
    first.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map((test) => [`${name} ${test.fullName}`, test.failureMessages ?? []] as const),
    ),
  )
  const repeatedFiles = second.testResults.map((file) => ({
    ...file,
    assertionResults: file.assertionResults.map((test) => ({
      ...test,
      failureMessages: [
        ...(failures.get(`${file.name} ${test.fullName}`) ?? []),
        ...(test.failureMessages ?? []),
      ],
    })),
  }))
  const names = new Set(second.testResults.map(({ name }) => name))
  const testResults = [...first.testResults.filter(({ name }) => !names.has(name)), ...repeatedFiles]
  const count = (...statuses: string[]) =>
    testResults.flatMap((file) => file.assertionResults).filter((test) => statuses.includes(test.status))
      .length
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'skipped', 'disabled'),
    numTodoTests: count('todo'),
    testResults,
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

/** The tests that passed only when retried, with their first failure in one line: they need to be fixed. */
export function triedTwice(report: VitestReport | null): string[] {
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  return tests.flatMap(({ fullName, status, failureMessages }) => {
    const [first] = failureMessages ?? []
    return status === 'passed' && first !== undefined ? [`${fullName}: ${first.split('\n')[0]}`] : []
  })
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
  const again = triedTwice(report).length
  const notes = [
    again > 0 && `${again} at the second try`,
    skipped > 0 && `${skipped} skipped`,
    broken > 0 && `${broken} files could not be loaded`,
  ]
  if (passed + failed === 0) return { passed: 0, failed: 1, note: 'there was no test to run' }
  if (failed === 0 && exitCode !== 0)
    return { passed, failed: 1, note: `vitest ended with exit code ${exitCode}` }
  const note = notes.filter((text) => text !== false).join(', ')
  return note === '' ? { passed, failed } : { passed, failed, note }
}
