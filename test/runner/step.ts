import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url))

/** One row of the summary. A static check counts as one test. */
export interface StepResult {
  name: string
  passed: number
  failed: number
  seconds: number
  /** why it failed, if the output does not say */
  note?: string
}

export interface Run {
  exitCode: number
  output: string
}

/** Runs Node on a file of a package; with `show` its output goes straight to the terminal. */
export function runNode(
  args: readonly string[],
  options: { show?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Run> {
  return runProgram(process.execPath, args, options)
}

export function runProgram(
  program: string,
  args: readonly string[],
  { show = false, env = process.env }: { show?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      cwd: projectRoot,
      env,
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    })
    const parts: Buffer[] = []
    child.stdout?.on('data', (part: Buffer) => parts.push(part))
    child.stderr?.on('data', (part: Buffer) => parts.push(part))
    child.once('error', (error) => resolve({ exitCode: 127, output: error.message }))
    child.once('close', (code) =>
      resolve({ exitCode: code ?? 1, output: Buffer.concat(parts).toString('utf8') }),
    )
  })
}

export const secondsSince = (start: number): number => (performance.now() - start) / 1000
