import { describe, expect, it } from 'vitest'
import { connectionExample, looksLikeConnection, readConnection } from './connection-string.ts'

const pg = { host: 'db.example.com', port: 5432, user: 'ada', password: 'pw', dbname: 'shop' }
const mysql = { host: 'db', port: 3306, user: 'ada', passwd: 'pw', db: 'shop' }

describe('readConnection', () => {
  it.each<[string, string, object, string[]?]>([
    ['pg', 'postgres://ada:pw@db.example.com:5432/shop', pg],
    ['pg', ' postgresql://ada:pw@db.example.com:5432/shop?sslmode=require\n', { ...pg, sslmode: 'require' }],
    ['pg', 'postgresql+psycopg2://ada:pw@db.example.com:5432/shop', pg],
    [
      'pg',
      'jdbc:postgresql://db.example.com:5432/shop?user=ada&password=pw&ssl=true',
      { ...pg, sslmode: 'require' },
    ],
    [
      'pg',
      'postgres://ada:p%40s%2Fs:w@[::1]/my%20shop',
      { host: '::1', user: 'ada', password: 'p@s/s:w', dbname: 'my shop' },
    ],
    ['pg', 'postgres://ada:p@w@db/shop', { host: 'db', user: 'ada', password: 'p@w', dbname: 'shop' }],
    ['pg', "host=db.example.com port=5432 user=ada password='pw' dbname=shop", pg],
    [
      ...(['pg', 'postgres://db/shop?application_name=my app&channel_binding=require'] as const),
      { host: 'db', dbname: 'shop', dsn: "application_name='my app'" },
      ['channel_binding'],
    ],
    ['mysql', 'mysql://ada:pw@db:3306/shop', mysql],
    [
      'mysql',
      'mariadb://ada:pw@db:3306/shop?ssl-mode=VERIFY_CA&charset=utf8',
      { ...mysql, ssl_mode: 'verify-ca', charset: 'utf8' },
    ],
    ['mysql', 'mysql+pymysql://ada:pw@db:3306/shop?useSSL=false', { ...mysql, ssl_mode: 'disabled' }],
  ])('%s: %s', (type, text, options, left = []) => {
    expect(readConnection(type, text)).toEqual({ ok: true, options, left })
    expect(looksLikeConnection(text)).toBe(true)
  })

  it.each([
    ['pg', 'mysql://ada:hush@db/shop', 'This is a connection string of MySQL, not of PostgreSQL.'],
    ['pg', 'mongodb://ada:hush@db/shop', 'A connection string of PostgreSQL begins with postgres://'],
    ['pg', 'ada:hush@db/shop', 'A connection string looks like this'],
    ['pg', 'postgres://', 'A connection string looks like this'],
    ['pg', 'postgres://ada:hush@db:none/shop', 'Port must be a number from 1 to 65535.'],
    ['pg', 'postgres://ada:hush@db:70000/shop', 'Port must be a number from 1 to 65535.'],
    ['pg', 'postgres://ada:hush@one:5432,two:5432/shop', 'several hosts'],
    ['pg', 'postgres://ada:hush@db/shop?sslmode=maybe', 'SSL Mode "maybe" is unknown.'],
    ['pg', 'postgres://ada:hush%zz@db/shop', 'written %25'],
    ['pg', 'postgres://ada:hu/hush@db/shop', '/ is %2F'],
    ['pg', 'postgres://ada:hu#hush@db/shop', '# is %23'],
    ['mysql', 'postgres://ada:hush@db/shop', 'This is a connection string of PostgreSQL, not of MySQL.'],
    ['csv', 'postgres://ada:hush@db/shop', 'This type has no connection strings.'],
  ])('%s: says what is wrong with %s, without the password', (type, text, problem) => {
    const read = readConnection(type, text)
    expect(read).toMatchObject({ ok: false })
    if (read.ok) return
    expect(String(read.problem)).toContain(problem)
    expect(String(read.problem)).not.toContain('hush')
  })
})

it('takes neither hosts nor other addresses for connection strings', () => {
  expect(['db.example.com', '10.0.0.1', '', 'a=b'].map(looksLikeConnection)).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect([connectionExample('csv'), connectionExample('constructor')]).toEqual([null, null])
})
