import { describe, expect, it } from 'vitest'
import { inAppHref, type LinkClick } from './in-app-link.ts'

const here = 'https://sextant.example/dashboards/3-sales'
const isPage = (pathname: string) => /^\/(queries|dashboards)(\/|$)/.test(pathname)

const press = (href: string, others: Partial<LinkClick> = {}, link: Partial<LinkClick['link']> = {}) =>
  inAppHref(
    {
      button: 0,
      hasModifier: false,
      isHandled: false,
      ...others,
      link: { href, target: '', isDownload: false, ...link },
    },
    here,
    isPage,
  )
const own = 'https://sextant.example/queries/5?p_a=b%20c#12'

describe('inAppHref', () => {
  it('follows links to our own pages, with query and hash', () => {
    expect(press(own)).toBe('/queries/5?p_a=b%20c#12')
    expect(press(own, {}, { target: '_self' })).toBe('/queries/5?p_a=b%20c#12')
  })

  it.each([
    ['another site', 'https://other.example/queries/5'],
    ['another port', 'https://sextant.example:8443/queries/5'],
    ['another scheme', 'http://sextant.example/queries/5'],
    ['a page of the server', 'https://sextant.example/logout'],
    ['a file', 'https://sextant.example/api/query_results/7.csv'],
    ['mail', 'mailto:someone@sextant.example'],
    ['nothing that can be read', 'https://['],
  ])('leaves %s to the browser', (_, href) => {
    expect(press(href)).toBeNull()
  })

  it('leaves clicks that open another window or a file to the browser', () => {
    expect(press(own, { hasModifier: true })).toBeNull()
    expect(press(own, { button: 1 })).toBeNull()
    expect(press(own, {}, { target: '_blank' })).toBeNull()
    expect(press(own, {}, { isDownload: true })).toBeNull()
  })

  it('ignores clicks that were already handled', () => {
    expect(press(own, { isHandled: true })).toBeNull()
  })
})
