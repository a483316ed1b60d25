import mysqlDriver from 'mysql2/promise'
import { describe, expect, it } from 'vitest'
import { makeTestCertificate } from '#test/live/certificates.ts'
import { startTestMariadb } from '#test/live/mariadb.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost, ConnectorOptions } from '../connector.ts'
import { connectorSuite } from '../connector-suite.ts'
import type { ConnectorTrials } from '../connector-trials.ts'
import { recordingSink } from '../recording-sink.ts'
import { memsql } from './memsql-connector.ts'
import { mysqlTables, mysqlTrials } from './mysql-trials.ts'
import { rdsMysql } from './rds-mysql-connector.ts'

async function ground(optionsOf: (passwd: string, db: string) => ConnectorOptions) {
  const server = await startTestMariadb(null)
  const { port, user, password, database } = server
  const admin = await mysqlDriver.createConnection({ host: '127.0.0.1', port, user, password, database })
  for (const statement of mysqlTables) await admin.query(statement)
  await admin.query('set global max_allowed_packet = 1073741824')
  const shared = { host: '127.0.0.1', port, user }
  const options = { ...shared, ...optionsOf(password, database) }
  return {
    options,
    refused: { ...options, port: await freePort() },
    wrongPassword: { ...shared, ...optionsOf('wrong-password', database) },
    async running() {
      const [rows] = await admin.query(
        "select id from information_schema.processlist where info like '%trial of sextant%' and id <> connection_id()",
      )
      return (rows as unknown[]).length
    },
    async stop() {
      await admin.end()
      await server.stop()
    },
  }
}

connectorSuite(rdsMysql, mysqlTrials, () => ground((passwd, db) => ({ passwd, db })))

/** MemSQL has no database in its options, so each text chooses it. */
const chooses = 'use sextant_test; '
const { lateError, manyRows, oversized, endless, slow } = mysqlTrials
const inDatabase = <T extends { text: string } | null>(trial: T): T =>
  trial && { ...trial, text: chooses + trial.text }
const memsqlTrials: ConnectorTrials = {
  ...mysqlTrials,
  types: inDatabase(mysqlTrials.types),
  bigNumbers: inDatabase(mysqlTrials.bigNumbers),
  dates: inDatabase(mysqlTrials.dates),
  severalStatements: inDatabase(mysqlTrials.severalStatements),
  lateError: inDatabase(lateError),
  manyRows: chooses + manyRows,
  oversized: (place) => chooses + oversized(place),
  slow: slow && chooses + slow,
  endless: endless && chooses + endless,
  schema: (mysqlTrials.schema ?? []).map((table) => ({
    ...table,
    name: table.name.startsWith('elsewhere.') ? table.name : `sextant_test.${table.name}`,
  })),
}

connectorSuite(memsql, memsqlTrials, () => ground((password) => ({ password })))

describe('encryption of RDS', () => {
  const host: ConnectorHost = {
    fileFolders: [],
    fetch: () => Promise.reject(new Error('no HTTP')),
    fetchServer: () => Promise.reject(new Error('no HTTP')),
    reportBackend: () => {},
    engineMemoryMb: 0,
  }

  it('is required when the option says so, and checks a host against an uploaded authority only', async () => {
    const [certificate, other] = [await makeTestCertificate(), await makeTestCertificate()]
    const server = await startTestMariadb(certificate)
    const { port, user, password: passwd, database: db } = server
    const cipherOf = async (more: ConnectorOptions) => {
      const options = { host: 'localhost', port, user, passwd, db, ...more }
      const session = await rdsMysql.open(options, host, AbortSignal.timeout(20_000))
      const sink = recordingSink()
      await session.run("show session status like 'Ssl_cipher'", sink, AbortSignal.timeout(20_000))
      await session.close()
      return sink.cells[0]?.[1] !== '""'
    }
    const upload = (text: string) => Buffer.from(text).toString('base64')
    try {
      expect(await cipherOf({ use_ssl: true })).toBe(true)
      expect(await cipherOf({ ssl_caFile: upload(certificate.certificate) })).toBe(true)
      await expect(cipherOf({ ssl_caFile: upload(other.certificate) })).rejects.toThrow(
        /^No secure connection/,
      )
    } finally {
      await server.stop()
      await Promise.all([certificate.remove(), other.remove()])
    }
    const address = { host: '127.0.0.1', user: 'a', passwd: 'b', db: 'c', ssl_caFile: 'QQ==' }
    expect(String(rdsMysql.validate?.(address))).toMatch(/needs the name of the host/)
  })
})
