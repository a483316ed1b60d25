import { describe, expect, it } from 'vitest'
import { isShaCrypt, matchesShaCrypt } from './sha-crypt.ts'

/** Made with the C library's crypt(3), which is another implementation. */
const known: readonly (readonly [string, string])[] = [
  [
    'Hello world!',
    '$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
  ],
  ['Hello world!', '$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5'],
  [
    'lighthouse keeper',
    '$6$rounds=10000$saltstringsaltst$x/1M/tIzBD8D8w3LKY3avVhv6cw1LLIEDql7Qgu6Mqd.1aHw9i13KL/R1c0..OaRQEE09kaTN3wzXuo3trsc/0',
  ],
  [
    '',
    '$6$rounds=1000$abc$noBronbzNMcAtG61/dMHzc1H.fuLjHArF9.wCx8LbkVDMMEuChQCPee28tiPcXHL/CMNpCqo6OPTyoEpoCMsY/',
  ],
  [
    'schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ schön ✓ ',
    '$6$rounds=1400$anotherlongsalts$BELOGxGBEgEHsJso81xEZPL0ksNxIbGvf1UG/EyMcxnMnr4ezgpdOX.Yhbo9a8wXrxrYm7Te3mS.MIazAUAxV1',
  ],
  [
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    '$5$rounds=1400$q$aL8j1/5VQmVOgv1uwnMQCewASE8Jtlz8ZxDsA.0IPFD',
  ],
]

describe('matchesShaCrypt', () => {
  it.each(known)('knows the password "%s" and no other', (password, text) => {
    expect(isShaCrypt(text)).toBe(true)
    expect(matchesShaCrypt(text, password)).toBe(true)
    expect(matchesShaCrypt(text, `${password} `)).toBe(false)
  })

  it.each([
    ['argon2id', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g'],
    ['MD5', '$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/'],
    ['a text that is too short', '$6$salt$abc'],
    ['rounds that would hold the thread', `$6$rounds=9999999$salt$${'a'.repeat(86)}`],
    ['nothing', ''],
  ])('takes %s for no hash of Redash', (_, text) => {
    expect(isShaCrypt(text)).toBe(false)
    expect(matchesShaCrypt(text, 'password')).toBe(false)
  })
})
