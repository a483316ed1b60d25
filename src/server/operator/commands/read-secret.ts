import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandRefused } from './command.ts'

/**
 * Reads a secret: typed into the terminal without echo, or the first line of standard input. Secrets are never
 * arguments, which all users of the machine can read. `option`: the option that sets `fromStdin`.
 */
export async function readSecret(question: string, fromStdin: boolean, option: string): Promise<string> {
  if (!fromStdin && !process.stdin.isTTY) {
    throw new CommandRefused(
      `${question} has to be typed in a terminal; with ${option} it is read from a pipe.`,
    )
  }
  if (!fromStdin) process.stderr.write(`${question}: `)
  // readline echoes to its output, so discard it
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: !fromStdin })
  try {
    const line = await new Promise<string | null>((resolve) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(null))
    })
    if (!fromStdin) process.stderr.write('\n')
    if (line === null || line === '') throw new CommandRefused(`${question}: nothing was given.`)
    return line
  } finally {
    lines.close()
  }
}
