import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PythonEnvironment, pythonEnvironment } from './engine-cache.ts'

const version = '4.32.5'

/** Schemathesis, which makes requests from an OpenAPI document; or why this machine cannot have it. */
export function schemathesisEnvironment(): Promise<PythonEnvironment | string> {
  return pythonEnvironment('schemathesis', version, [`schemathesis==${version}`])
}

export interface FuzzRequest {
  /** of the document */
  url: string
  key: string
  seconds: number
}

export interface FuzzReport {
  /** what was checked, by which request, and what came back */
  findings: string[]
  /** number of answers of each status */
  statuses: Record<number, number>
  /** operations that were called */
  operations: number
  output: string
}

/** Calls every operation with good and bad input.  */
export async function fuzz(
  environment: PythonEnvironment | string,
  { url, key, seconds }: FuzzRequest,
): Promise<FuzzReport> {
  if (typeof environment === 'string') throw new Error(environment)
  const folder = await mkdtemp(join(tmpdir(), 'sextant-fuzz-'))
  const report = join(folder, 'report.ndjson')
  const checks = [
    ...['not_a_server_error', 'status_code_conformance'],
    ...['content_type_conformance', 'response_schema_conformance'],
  ]
  const args = [
    ...[join(environment.bin, 'schemathesis'), 'run', url, '--header', `Authorization:Key ${key}`],
    ...['--checks', checks.join(','), '--phases', 'coverage,fuzzing', '--max-time', String(seconds)],
    // the same requests each time, as far as the time allows
    ...['--seed', '1', '--max-examples', '8', '--no-shrink', '--continue-on-failure', '--workers', '2'],
    ...['--suppress-health-check', 'all', '--request-timeout', '60', '--warnings', 'off'],
    ...['--report', 'ndjson', '--report-ndjson-path', report],
  ]
  try {
    const output = await outputOf(environment.python, args, folder)
    const lines = (await readFile(report, 'utf8')).split('\n').filter((line) => line !== '')
    return { ...readReport(lines.map((line): ReportLine => JSON.parse(line))), output }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What is read of a line of the report. */
interface ReportLine {
  NonFatalError?: { value: { message: string } }
  ScenarioFinished?: {
    recorder: {
      label: string
      checks: Record<
        string,
        { status: string; failure_info?: { failure: { title: string; message: string } } }[]
      >
      /** null: it had no time left */
      interactions: Record<
        string,
        { request: { method: string; uri: string }; response: { status_code: number } | null }
      > | null
    }
  }
}

function readReport(lines: readonly ReportLine[]): Omit<FuzzReport, 'output'> {
  const findings = new Set<string>()
  const statuses: Record<number, number> = {}
  const operations = new Set<string>()
  for (const { NonFatalError, ScenarioFinished } of lines) {
    if (NonFatalError !== undefined) findings.add(NonFatalError.value.message)
    if (ScenarioFinished === undefined) continue
    const { label, checks, interactions } = ScenarioFinished.recorder
    operations.add(label)
    for (const [id, { request, response }] of Object.entries(interactions ?? {})) {
      const status = response?.status_code ?? 0
      statuses[status] = (statuses[status] ?? 0) + 1
      // Node refuses an address that is too long before it is a request
      if (status === 431) continue
      const failed = (checks[id] ?? []).filter((check) => check.status === 'failure')
      for (const { failure_info: info } of failed) {
        const what = info === undefined ? '' : `${info.failure.title}: ${info.failure.message}`
        findings.add(`${label}: ${status} to ${request.method} ${request.uri.slice(0, 300)}: ${what}`)
      }
    }
  }
  return { findings: [...findings], statuses, operations: operations.size }
}

function outputOf(program: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (text: Buffer) => {
      output += text.toString('utf8')
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}
