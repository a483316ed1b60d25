import { expect, it } from 'vitest'
import { allowedIntervals, beaconConsent, organizationSettings } from './organization-settings.ts'

it('treats stored nulls and values of another type as absent', () => {
  expect(
    organizationSettings({
      date_format: null,
      disable_public_urls: 'yes',
      auth_google_apps_domains: 'example.com',
      auth_jwt_auth_algorithms: ['RS256', 5],
      null_value: '',
    }),
  ).toMatchObject({
    date_format: 'YYYY-MM-DD',
    disable_public_urls: false,
    auth_google_apps_domains: [],
    auth_jwt_auth_algorithms: ['HS256', 'RS256', 'ES256'],
    null_value: '',
  })
})

it('reads no setting from a prototype', () => {
  const stored: Record<string, unknown> = Object.create({ date_format: 'DD/MM/YY' })
  expect(organizationSettings(stored).date_format).toBe('YYYY-MM-DD')
})

it('reads a consent only if it is a boolean', () => {
  expect(beaconConsent({})).toBeNull()
  expect(beaconConsent({ beacon_consent: null })).toBeNull()
  expect(beaconConsent({ beacon_consent: 'true' })).toBeNull()
  expect(beaconConsent({ beacon_consent: false })).toBe(false)
})

it('reads allowed intervals only if they are a list', () => {
  expect(allowedIntervals({})).toBeNull()
  expect(allowedIntervals({ query_refresh_intervals: 'all' })).toBeNull()
  expect(allowedIntervals({ query_refresh_intervals: [60, '3600'] })).toEqual([60])
})
