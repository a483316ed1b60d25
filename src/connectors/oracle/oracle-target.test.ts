import { describe, expect, it } from 'vitest'
import { isPhrase } from '#shared/messages/phrase.ts'
import { oracle } from './oracle-connector.ts'
import { descriptorOf, readTarget } from './oracle-target.ts'

const descriptor = (text: string, isSecure = false) => {
  const target = readTarget(text, isSecure)
  return isPhrase(target) ? null : descriptorOf(target, false)
}

describe('readTarget', () => {
  it.each<[string, string]>([
    [
      'db:1522/shop',
      '(DESCRIPTION=(ADDRESS_LIST=(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT=1522)))(CONNECT_DATA=(SERVICE_NAME=shop)))',
    ],
    [
      'tcps://db/shop:POOLED',
      '(DESCRIPTION=(ADDRESS_LIST=(ADDRESS=(PROTOCOL=tcps)(HOST=db)(PORT=1521)))(CONNECT_DATA=(SERVICE_NAME=shop)(SERVER=pooled)))',
    ],
    [
      '[::1]:1521:ORCL',
      '(DESCRIPTION=(ADDRESS_LIST=(ADDRESS=(PROTOCOL=tcp)(HOST=::1)(PORT=1521)))(CONNECT_DATA=(SID=ORCL)))',
    ],
    [
      '(description = (load_balance = on)(address = (protocol = tcp)(host = a)(port = 1))(address=(protocol=tcps)(host=b)) (connect_data = (sid = x)))',
      '(DESCRIPTION=(ADDRESS_LIST=(ADDRESS=(PROTOCOL=tcp)(HOST=a)(PORT=1))(ADDRESS=(PROTOCOL=tcps)(HOST=b)(PORT=1521)))(CONNECT_DATA=(SID=x)))',
    ],
  ])('reads %s', (text, wanted) => {
    expect(descriptor(text)).toBe(wanted)
  })

  it.each([
    'SHOP',
    'db:99999/shop',
    'db/shop?wallet_location=/etc',
    'config-file:///etc/passwd',
    'db/sh)(x=op',
    '(DESCRIPTION=(ADDRESS=(PROTOCOL=beq)(HOST=a)(PORT=1))(CONNECT_DATA=(SID=x)))',
    '(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=a)(PORT=1))(WALLET_LOCATION=/etc)(CONNECT_DATA=(SID=x)))',
    '(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=a)(PORT=1)(HTTPS_PROXY=b))',
    '(DESCRIPTION=(CONNECT_DATA=(SID=x)))',
    `${'('.repeat(5000)}`,
  ])('refuses %s', (text) => {
    expect(isPhrase(readTarget(text, false))).toBe(true)
  })

  it('encrypts all addresses when the form says so, and hides names from the driver behind a tunnel', () => {
    expect(descriptor('db/shop', true)).toContain('PROTOCOL=tcps')
    const target = readTarget('db/shop', false)
    expect(isPhrase(target) ? '' : descriptorOf(target, true)).toContain('(HOST=127.0.0.1)')
  })
})

describe('options of Oracle', () => {
  const options = { user: 'u', password: 'p', host: 'db', port: 1521, servicename: 'shop' }
  it.each<[object, RegExp]>([
    [{ host: 'db)(x=' }, /^Host must be/],
    [{ port: 0 }, /^Port must be/],
    [{ servicename: 'a)(b' }, /^DSN Service Name must be the name of a service/],
    [{ host: '_useservicename', servicename: 'alias' }, /reads no tnsnames\.ora/],
  ])('refuses %j', (more, message) => {
    expect(String(oracle.validate?.({ ...options, ...more }))).toMatch(message)
  })
  it('takes a name of a service', () => {
    expect(oracle.validate?.(options)).toBeNull()
  })
})
