import { expect, it } from 'vitest'
import { clientConfig } from './client-config.ts'

const facts = {
  version: '1.2.3',
  pageSize: 20,
  pageSizeOptions: [5, 10, 20, 50, 100],
  tableCellMaxJsonSize: 50_000,
  queryRefreshIntervals: [60],
  refreshesQueries: false,
  dashboardRefreshIntervals: [60, 300],
  allowCustomJsVisualizations: false,
  autoPublishNamedQueries: true,
  mailDefaultSender: null,
  logins: { google: false, openid: false, ldap: false, remote_user: false, jwt: false },
}

const member = { isAdmin: false, newestVersion: null }
const admin = { isAdmin: true, newestVersion: null }

it('is complete for anonymous visitors, without version and consent', () => {
  expect(clientConfig(facts, {}, 'http://h/', null)).toEqual({
    allowScriptsInUserInput: false,
    renewApiKeyWithPassword: false,
    showPermissionsControl: false,
    hidePlotlyModeBar: false,
    disablePublicUrls: false,
    multiByteSearchEnabled: false,
    allowCustomJSVisualizations: false,
    autoPublishNamedQueries: true,
    extendedAlertOptions: false,
    mailSettingsMissing: true,
    dashboardRefreshIntervals: [60, 300],
    queryRefreshIntervals: [60],
    refreshesQueries: false,
    googleLoginEnabled: false,
    openidLoginEnabled: false,
    ldapLoginEnabled: false,
    remoteUserLoginEnabled: false,
    jwtLoginEnabled: false,
    pageSize: 20,
    pageSizeOptions: [5, 10, 20, 50, 100],
    tableCellMaxJSONSize: 50_000,
    basePath: 'http://h/',
    dateFormat: 'YYYY-MM-DD',
    dateFormatList: ['DD/MM/YY', 'MM/DD/YY', 'YYYY-MM-DD'],
    timeFormatList: ['HH:mm', 'HH:mm:ss', 'HH:mm:ss.SSS'],
    dateTimeFormat: 'YYYY-MM-DD HH:mm',
    integerFormat: '0,0',
    floatFormat: '0,0.00',
    thousandsSeparator: ',',
    decimalSeparator: '.',
    nullValue: 'null',
    timeZone: 'UTC',
  })
})

it('follows the stored settings of the organization', () => {
  const stored = {
    date_format: 'YYYY.MM.DD',
    time_format: 'HH:mm:ss',
    null_value: '',
    hide_plotly_mode_bar: true,
  }
  expect(clientConfig(facts, stored, 'http://h/', member)).toMatchObject({
    version: '1.2.3',
    newVersionAvailable: false,
    dateFormat: 'YYYY.MM.DD',
    dateFormatList: ['DD/MM/YY', 'MM/DD/YY', 'YYYY-MM-DD', 'YYYY.MM.DD'],
    dateTimeFormat: 'YYYY.MM.DD HH:mm:ss',
    nullValue: '',
    hidePlotlyModeBar: true,
  })
})

it('does not report missing mail settings once there is a sender', () => {
  const sending = { ...facts, mailDefaultSender: 'sextant@example.com' }
  expect(clientConfig(sending, {}, '', null).mailSettingsMissing).toBe(false)
})

it('offers the refresh intervals of the instance that the organization allows', () => {
  const offered = { ...facts, queryRefreshIntervals: [60, 3600, 86_400] }
  const intervals = (stored: Record<string, unknown>) =>
    clientConfig(offered, stored, '', null).queryRefreshIntervals
  expect(intervals({})).toEqual([60, 3600, 86_400])
  expect(intervals({ query_refresh_intervals: [3600, 7200] })).toEqual([3600])
  expect(intervals({ query_refresh_intervals: 'all' })).toEqual([60, 3600, 86_400])
})

it('asks admins for consent until one has answered', () => {
  expect(clientConfig(facts, {}, '', admin).showBeaconConsentMessage).toBe(true)
  expect(clientConfig(facts, {}, '', member)).not.toHaveProperty('showBeaconConsentMessage')
  expect(clientConfig(facts, { beacon_consent: false }, '', admin)).not.toHaveProperty(
    'showBeaconConsentMessage',
  )
})

it('reports a newer release', () => {
  expect(clientConfig(facts, {}, '', { isAdmin: false, newestVersion: '1.3.0' })).toMatchObject({
    version: '1.2.3',
    newVersionAvailable: true,
    newestVersion: '1.3.0',
  })
  expect(clientConfig(facts, {}, '', member)).not.toHaveProperty('newestVersion')
})
