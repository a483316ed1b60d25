import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BadSettings, readConfig } from './read-config.ts'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof BadSettings) return error.problems
    throw error
  }
  return []
}

const goodKey = 'k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uEa'

describe('readConfig', () => {
  it('needs nothing', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 5030,
      host: '127.0.0.1',
      databaseUrl: null,
      secretKey: null,
      workers: 1,
    })
    expect(config.dataDir).toBe(resolve('data'))
    expect(config.fileFolders).toEqual([resolve('data/files')])
    expect(config.version).toMatch(/^\d+\.\d+\.\d+/)
  })

  it('takes values, trims them, and takes an empty one for absent', () => {
    const config = readConfig({
      PORT: ' 8080 ',
      HOST: '',
      SEXTANT_DATA_DIR: '/srv/sextant/',
      SEXTANT_MAX_ROWS: '5,000,000',
      SEXTANT_MAX_BYTES: '1.5 GB',
      SEXTANT_URL: 'https://bi.example.com/',
      SEXTANT_PAGE_SIZE_OPTIONS: '10, 25,50',
      SEXTANT_AUTO_PUBLISH_NAMED_QUERIES: 'No',
      SEXTANT_ALLOWED_PRIVATE_HOSTS: 'intranet, 10.1.0.0/16,',
      SEXTANT_SECRET_KEY: goodKey,
    })
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/srv/sextant',
      fileFolders: ['/srv/sextant/files'],
      maxRows: 5_000_000,
      maxBytes: 1_500_000_000,
      publicUrl: 'https://bi.example.com',
      pageSizeOptions: [10, 25, 50],
      autoPublishNamedQueries: false,
      allowedPrivateHosts: ['intranet', '10.1.0.0/16'],
      secretKey: goodKey,
    })
  })

  it('makes folders absolute', () => {
    expect(readConfig({ SEXTANT_FILE_FOLDERS: 'a,/b' }).fileFolders).toEqual([resolve('a'), '/b'])
  })

  it('reports every wrong value at once, with variable, value and expectation', () => {
    const problems = problemsOf({ PORT: '70000', SEXTANT_LOG_LEVEL: 'loud', SEXTANT_PAGE_SIZE: '-1' })
    expect(problems).toEqual([
      'PORT: "70000" cannot be used; expected a whole number from 1 to 65535.',
      'SEXTANT_LOG_LEVEL: "loud" cannot be used; expected one of debug, info, warn, error, silent.',
      'SEXTANT_PAGE_SIZE: "-1" cannot be used; expected a whole number from 1 to 250.',
    ])
  })

  it.each([
    ['PORT', ['0', '80.5', '0x50', '1e3', 'abc', '٣']],
    ['SEXTANT_MAX_ROWS', ['0', '1,00', '1__000', '99999999999999999999']],
    ['SEXTANT_MAX_BYTES', ['4 XB', '-1', 'GB', '10', '1 PB']],
    [
      'SEXTANT_URL',
      ['example.com', 'ftp://a.b', 'https://a.b/?x=1', 'https://me:pw@a.b', 'javascript:alert(1)'],
    ],
    ['DATABASE_URL', ['localhost:5432', 'mysql://a/b']],
    ['SEXTANT_PAGE_SIZE_OPTIONS', [',', '10,x', '10;20']],
    ['SEXTANT_AUTO_PUBLISH_NAMED_QUERIES', ['maybe', '2', 'constructor']],
    ['HOST', ['http://127.0.0.1', 'a b']],
    ['SEXTANT_MAIL_DEFAULT_SENDER', ['nobody', 'a@b@c', 'A <a@b', 'A <a@b>, C <c@d>', 'A <a b@c>']],
    ['SEXTANT_FAILURE_MAIL_MINUTES', ['0', '1441']],
    [
      'SEXTANT_CORS_ORIGINS',
      ['app.example.com', 'https://a.b/', 'https://a.b/x', 'https://a.b,null', 'file://', 'HTTPS://A.B'],
    ],
  ])('refuses for %s: %j', (variable, values) => {
    for (const value of values) expect(problemsOf({ [variable]: value }), value).toHaveLength(1)
  })

  it.each([
    ['too short', 'k3Jd9fLq2XzP7vTn5RbW8yHs4MgC6uE'],
    ['known from another product', 'c292a0a3aa32397cdb050e233733900f'],
    ['one character repeated', 'a'.repeat(64)],
    ['a repeated word', 'correcthorse'.repeat(4)],
    ['few characters', '0101101001011010010110100101101001'],
    ['a placeholder', 'please-change-me-before-production-0xA7'],
    ['an alphabet', 'abcdefghijklmnopqrstuvwxyz012345'],
  ])('refuses a secret key that is %s, and never prints it', (_, key) => {
    const problems = problemsOf({ SEXTANT_SECRET_KEY: key })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('SEXTANT_SECRET_KEY')
    expect(problems[0]).not.toContain(key)
  })

  it('accepts keys as tools make them', () => {
    for (const key of [goodKey, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08']) {
      expect(problemsOf({ SEXTANT_SECRET_KEY: key })).toEqual([])
    }
  })

  it('does not print the password of a database', () => {
    const [problem] = problemsOf({ DATABASE_URL: 'mysql://root:hunter2@db/x' })
    expect(problem).toContain('DATABASE_URL')
    expect(problem).not.toContain('hunter2')
  })
})
