import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { whyNotFile } from './why-not-file.ts'

it('is a message without error codes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-why-'))
  const why = (path: string) => {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      return whyNotFile(error)
    }
  }
  expect(why(join(folder, 'nothing'))).toBe('no such file or directory')
  expect(why(folder)).toBe('illegal operation on a directory')
  rmSync(folder, { recursive: true })
  expect(whyNotFile(new Error('something else'))).toBe('something else')
  expect(whyNotFile(Object.assign(new Error('EODD: odd things'), { code: 'EODD' }))).toBe('odd things')
})
