import { describe, expect, it } from 'vitest'
import { requireMetricsReader } from './require-metrics-reader.ts'

const token = 'a-token-of-sixteen'
const request = (remoteAddress: string, headers: Record<string, string> = {}) => ({
  headers,
  raw: { socket: { remoteAddress } },
})

describe('who may read the metrics', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('without a token %s may', (address) => {
    expect(() => requireMetricsReader({ metricsToken: null }, request(address))).not.toThrow()
  })

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', ''])('without a token "%s" may not', (address) => {
    expect(() => requireMetricsReader({ metricsToken: null }, request(address))).toThrow(
      'set SEXTANT_METRICS_TOKEN',
    )
  })

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'a proxy that sends %s opens nothing',
    (name) => {
      const passedOn = request('127.0.0.1', { [name]: '127.0.0.1' })
      expect(() => requireMetricsReader({ metricsToken: null }, passedOn)).toThrow(
        'set SEXTANT_METRICS_TOKEN',
      )
    },
  )

  it('with a token, it is required from this machine too, and accepted from any address', () => {
    const sent = (authorization: string, address = '127.0.0.1') =>
      requireMetricsReader({ metricsToken: token }, request(address, { authorization }))
    expect(() => sent(`Bearer ${token}`, '10.0.0.1')).not.toThrow()
    expect(() => sent(`bearer ${token}`)).not.toThrow()
    for (const wrong of [
      '',
      token,
      `Key ${token}`,
      'Bearer ',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
    ]) {
      expect(() => sent(wrong), wrong).toThrow('set in SEXTANT_METRICS_TOKEN')
    }
    expect(() => requireMetricsReader({ metricsToken: token }, request('127.0.0.1'))).toThrow(
      'set in SEXTANT_METRICS_TOKEN',
    )
  })
})
