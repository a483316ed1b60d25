import { describe, expect, it } from 'vitest'
import { isPhrase } from '#shared/messages/phrase.ts'
import { postgres } from './postgres-connector.ts'
import { readPostgresOptions } from './postgres-options.ts'

const read = (options: Record<string, unknown>) => {
  const result = readPostgresOptions({ dbname: 'sales', ...options })
  if (isPhrase(result)) throw new Error(String(result))
  return result
}

describe('options of PostgreSQL', () => {
  it('have the run-time defaults of Redash', () => {
    expect(read({})).toMatchObject({ host: '127.0.0.1', port: 5432, sslMode: 'prefer', connectSeconds: 10 })
  })

  it('show the properties in the order of Redash, then those added here', () => {
    expect(Object.keys(postgres.config.properties).join(' ')).toBe(
      'host port user password dbname dsn sslmode sslrootcertFile sslcertFile sslkeyFile read_only',
    )
    expect(postgres.config.secret).toEqual(['password', 'sslrootcertFile', 'sslcertFile', 'sslkeyFile'])
  })

  it('read parameters as libpq writes them', () => {
    const dsn = "application_name = 'it''s' options='-c search_path=a\\'b' connect_timeout=3"
    expect(String(postgres.validate?.({ dsn }))).toMatch(/may contain|key=value/)
    expect(read({ dsn: "application_name=redash connect_timeout=3 options='-c x=a\\'b'" })).toMatchObject({
      applicationName: 'redash',
      connectSeconds: 3,
      startupOptions: "-c x=a'b",
    })
  })

  it.each([
    [{ dsn: 'host=evil' }, 'Extra parameters may not contain host.'],
    [{ dsn: 'port=1 application_name=x user=u' }, 'Extra parameters may not contain user, port.'],
    [{ dsn: 'sslkey=/etc/passwd' }, /not sslkey\.$/],
    [{ dsn: 'passfile=/x service=y' }, /not passfile, service\.$/],
    [{ dsn: 'nonsense' }, /key=value/],
    [{ sslmode: 'sometimes' }, /SSL Mode "sometimes" is unknown/],
    [{ port: 'abc' }, /Port must be/],
    [{ port: 70_000 }, /Port must be/],
  ])('refuse %j', (options, message) => {
    const refused = String(postgres.validate?.({ dbname: 'sales', ...options }))
    if (typeof message === 'string') expect(refused).toBe(message)
    else expect(refused).toMatch(message)
  })

  it('accept what older clients store', () => {
    expect(postgres.validate?.({ dbname: 'x', port: '5433', ssh_tunnel: {}, user: null })).toBeNull()
    expect(read({ port: '5433' }).port).toBe(5433)
  })

  it('verify certificates as libpq does', () => {
    const sslrootcertFile = Buffer.from('root').toString('base64')
    expect(read({ sslmode: 'require' }).tls.rejectUnauthorized).toBe(false)
    expect(read({ sslmode: 'require', sslrootcertFile }).tls).toMatchObject({
      rejectUnauthorized: true,
      ca: 'root',
    })
    expect(read({ sslmode: 'verify-ca' }).tls.checkServerIdentity?.('host', {} as never)).toBeUndefined()
    expect(read({ sslmode: 'verify-full' }).tls.checkServerIdentity).toBeUndefined()
  })
})
