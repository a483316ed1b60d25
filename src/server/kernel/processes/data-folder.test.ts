import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartRefused } from '../start-refused.ts'
import { dataPaths, instanceSecretKey, lockDataFolder, openDataFolder, secretInFile } from './data-folder.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sextant-data-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('openDataFolder', () => {
  it('creates the folder with its parents, and leaves nothing in it', () => {
    openDataFolder(join(dataDir, 'a/b'))
    expect(statSync(join(dataDir, 'a/b')).isDirectory()).toBe(true)
    expect(statSync(join(dataDir, 'a/b')).mode & 0o066).toBe(0)
  })

  it('refuses a file, and a folder below a file, in one line', () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    for (const path of [file, join(file, 'below')]) {
      expect(() => openDataFolder(path)).toThrow(StartRefused)
      expect(() => openDataFolder(path)).toThrow(
        /^The data folder \S+ cannot be written to \(it, or a folder above it, is a file\)\. .+$/,
      )
    }
  })

  it('says why in words', () => {
    // not even root writes there
    expect(() => openDataFolder('/sys/sextant')).toThrow(
      /cannot be written to \((operation not permitted|permission denied|read-only file system)\)/,
    )
  })

  it('says which secret cannot be read', () => {
    expect(() => secretInFile(dataDir)).toThrow(
      `${dataDir} cannot be read: illegal operation on a directory.`,
    )
  })
})

describe('lockDataFolder', () => {
  it('refuses a second process and names the first', () => {
    const release = lockDataFolder(dataDir)
    expect(() => lockDataFolder(dataDir)).toThrow(`in use by another Sextant (process ${process.pid})`)
    release()
    lockDataFolder(dataDir)()
  })
})

describe('instanceSecretKey', () => {
  const given = 'k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uEa'

  it('prefers the given key and writes no file', () => {
    expect(instanceSecretKey({ secretKey: given, dataDir }, { generate: true })).toBe(given)
    expect(statSync(dataPaths(dataDir).secretKey, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('generates a key once, readable only by its owner', () => {
    const key = instanceSecretKey({ secretKey: null, dataDir }, { generate: true })
    expect(key.length).toBeGreaterThanOrEqual(43)
    expect(statSync(dataPaths(dataDir).secretKey).mode & 0o777).toBe(0o600)
    expect(instanceSecretKey({ secretKey: null, dataDir }, { generate: false })).toBe(key)
  })

  it('refuses when there is no key and it must not generate one', () => {
    expect(() => instanceSecretKey({ secretKey: null, dataDir }, { generate: false })).toThrow(
      'SEXTANT_SECRET_KEY',
    )
  })

  it('refuses a key that is weak or readable by others, and does not print it', () => {
    const path = dataPaths(dataDir).secretKey
    writeFileSync(path, 'hunter2-hunter2', { mode: 0o600 })
    const read = () => instanceSecretKey({ secretKey: null, dataDir }, { generate: true })
    expect(read).toThrow(StartRefused)
    expect(read).not.toThrow('hunter2')
    writeFileSync(path, given)
    chmodSync(path, 0o644)
    expect(read).toThrow('chmod 600')
  })
})

describe('secretInFile', () => {
  it('does not change an existing secret', () => {
    const path = join(dataDir, 'password')
    writeFileSync(path, 'kept\n')
    expect(secretInFile(path)).toBe('kept')
    expect(readFileSync(path, 'utf8')).toBe('kept\n')
  })
})
