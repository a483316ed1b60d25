import type { FieldPacket } from 'mysql2'
import { describe, expect, it } from 'vitest'
import { splitStatements } from '#shared/sql/split-statements.ts'
import { QueryFailed } from '../connector-errors.ts'
import { mysql } from './mysql-connector.ts'
import { mysqlDialect } from './mysql-dialect.ts'
import { mysqlColumn } from './mysql-encoders.ts'
import { queryFailure } from './mysql-failures.ts'
import { readMysqlOptions } from './mysql-options.ts'

const column = (columnType: number, more: object = {}) =>
  mysqlColumn({ name: 'a', columnType, ...more } as unknown as FieldPacket)

describe('cells of MySQL', () => {
  it.each([
    [3, '007', '7'],
    [3, '-000', '-0'],
    [8, '18446744073709551615', '18446744073709551615'],
    [246, '000.50', '0.50'],
    [5, '1e20', '1e20'],
    [12, '2024-01-02 03:04:05.1', '"2024-01-02T03:04:05.100"'],
    [12, '0000-00-00 00:00:00', '"0000-00-00 00:00:00"'],
    [12, '2024-00-00 00:00:00', '"2024-00-00T00:00:00"'],
    [16, Buffer.from([2, 1]), '513'],
    [16, Buffer.from([255, 255, 255, 255, 255, 255, 255, 255]), '18446744073709551615'],
    [252, Buffer.from([0, 255]), '"00ff"'],
    [252, 'text', '"text"'],
    [245, '{"a":1}', '{"a":1}'],
    [11, '-838:59:59.000001', '"-838:59:59.000001"'],
    [10, '0000-00-00', '"0000-00-00"'],
    [13, '2024', '"2024"'],
  ])('%d %j is %s', (type, cell, json) => expect(column(type).encode(cell)).toBe(json))

  it.each([
    [3, '1.5'],
    [3, '--1'],
    [0, '1e3'],
    [246, '1.'],
    [4, '1e39x'],
    [5, '1e400'],
    [5, '1'.repeat(400)],
    [5, '1e-400'],
    [10, '2024-1-2'],
    [11, '1:2'],
    [12, '2024-01-02 03:04:05.'],
    [13, '20245'],
    [16, Buffer.alloc(9, 1)],
    [245, '{broken'],
  ])('%d %j is refused', (type, cell) => expect(() => column(type).encode(cell)).toThrow(QueryFailed))

  it('recognizes the JSON of MariaDB by its format', () => {
    const { type, encode } = column(252, { extendedFormat: 'json' })
    expect([type, encode('{"a":1}'), encode('{broken')]).toEqual([null, '{"a":1}', '"{broken"'])
    expect(column(252).type).toBe('string')
  })
})

describe('errors of MySQL', () => {
  const text = 'select 1;\n\nselect\n  2 fron x'
  const statement = splitStatements(text, mysqlDialect)[1]
  const failed = (message: string, errno = 1064) => {
    if (statement === undefined) throw new Error('no second statement')
    const error = Object.assign(new Error(message), { errno, sqlState: '42000', sqlMessage: message })
    return queryFailure(error, text, statement)
  }

  it('are located by the words that the server quotes', () => {
    expect(failed("wrong syntax near 'fron x' at line 2").position).toEqual({ line: 4, column: 5 })
  })
  it('are otherwise located by the line', () => {
    expect(failed("wrong syntax near '' at line 2").position).toEqual({ line: 4, column: 1 })
    expect(failed('wrong syntax at line 1').position).toEqual({ line: 3, column: 1 })
  })
  it('have no position when the server reports none', () => {
    expect(failed('wrong').position).toBeNull()
    expect(failed("Unknown column 'x' at line 2", 1054).position).toBeNull()
  })
})

describe('options of MySQL', () => {
  it('show the properties in the order of Redash, then those added here', () => {
    expect(Object.keys(mysql.config.properties).join(' ')).toBe(
      'host port user passwd db connect_timeout charset use_unicode autocommit ssl_mode use_ssl ssl_cacert ssl_cert ssl_key ssl_caFile ssl_certFile ssl_keyFile read_only',
    )
    expect(mysql.config.order).toEqual(Object.keys(mysql.config.properties).slice(0, 9))
  })
  it.each([
    [{}, 'preferred'],
    [{ use_ssl: true }, 'required'],
    [{ use_ssl: true, ssl_mode: 'disabled' }, 'disabled'],
    [{ ssl_mode: 'verify-ca' }, 'verify-ca'],
  ])('%j means %s', (options, sslMode) => {
    expect(readMysqlOptions(options)).toMatchObject({ sslMode, autocommit: true, connectSeconds: 60 })
  })
  it.each([{ port: 0 }, { ssl_mode: 'x' }, { connect_timeout: -1 }, { charset: 'a b' }])(
    'refuse %j',
    (options) => {
      expect(String(mysql.validate?.(options))).toMatch(/must be|is unknown/)
    },
  )
})
