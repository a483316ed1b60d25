import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const maxLines = 300

/** Longer files, and why each is one subject. */
const longer: Readonly<Record<string, string>> = {
  'src/connectors/connector-proofs.ts': 'one table of all types',
  'src/shared/errors/error-codes.ts': 'one table of all errors',
  'src/shared/results/execution-step.ts': 'one state machine',
}

it('files have one subject and at most 300 lines, and those that are longer are named here', () => {
  const sources = globSync('{src,bin,bench}/**/*.{ts,tsx,mjs}', { cwd: root }).filter(
    (path) => !/\.test\.tsx?$/.test(path),
  )
  const lines = (path: string) => readFileSync(`${root}/${path}`, 'utf8').split('\n').length - 1
  expect(sources.length).toBeGreaterThan(1000)
  expect(sources.filter((path) => lines(path) > maxLines).toSorted()).toEqual(Object.keys(longer).toSorted())
})
