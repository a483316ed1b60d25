import { expect, it } from 'vitest'
import { documentOf } from './page-documents.ts'

it.each([
  ['/', 'home-page'],
  ['/queries', 'queries-list-page'],
  ['/queries/favorites', 'queries-list-page'],
  ['/queries/new', 'new-query-page'],
  ['/queries/5', 'query-view-page'],
  ['/queries/5/source', 'query-source-page'],
  ['/dashboards', 'dashboards-list-page'],
  ['/dashboards/my', 'dashboards-list-page'],
  ['/dashboards/7-sales', 'dashboard-page'],
  ['/dashboard/sales', 'dashboard-page'],
  ['/alerts', 'alerts-list-page'],
  ['/alerts/5', 'alert-page'],
])('%s is the document of %s', (path, page) => {
  expect(documentOf(path)).toBe(`/pages/${page}.html`)
})

it.each(['/queries/5/other', '/alerts/new', '/dashboards/7/x', '/account', '/nowhere', '/../index'])(
  '%s: any page',
  (path) => {
    expect(documentOf(path)).toBe('/index.html')
  },
)
