import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSecret } from './read-secret.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-test-secrets-'))
  await writeFile(join(folder, 'sales'), 'p\u00e4ss\nword\n')
  await writeFile(join(folder, 'empty'), '\n')
  await writeFile(join(folder, 'large'), 'x'.repeat(1_000_001))
  await mkdir(join(folder, 'a-folder'))
})
afterAll(() => rm(folder, { recursive: true }))

const file = (name: string, where: string | null = folder) => readSecret({ kind: 'file', name }, where)

it('reads a file without its last line break', async () => {
  expect(await file('sales')).toEqual({ secret: 'p\u00e4ss\nword' })
})

it.each([
  ['missing', 'no file missing'],
  ['empty', 'is empty'],
  ['large', 'too large'],
  ['a-folder', 'cannot be read'],
])('says why there is no secret: %s', async (name, fault) => {
  expect(await file(name)).toEqual({ fault: expect.stringContaining(fault) })
})

it('says that no folder is set', async () => {
  expect(await file('sales', null)).toEqual({ fault: expect.stringContaining('SEXTANT_SECRETS_FOLDER') })
})

it('reads a variable that is set', async () => {
  const variable = (name: string) =>
    readSecret({ kind: 'env', name }, null, { SEXTANT_SECRET_A: 'x', SEXTANT_SECRET_B: '' })
  expect(await variable('SEXTANT_SECRET_A')).toEqual({ secret: 'x' })
  expect(await variable('SEXTANT_SECRET_B')).toEqual({ fault: expect.stringContaining('no variable') })
  expect(await variable('SEXTANT_SECRET_C')).toEqual({ fault: expect.stringContaining('no variable') })
})
