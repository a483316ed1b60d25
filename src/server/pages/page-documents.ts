/** Address -> the built document that lists the files of its page (src/web/build/page-documents.ts). */
const documents: readonly (readonly [address: RegExp, page: string])[] = [
  [/^\/$/, 'home-page'],
  [/^\/queries(\/(my|favorites|archive))?$/, 'queries-list-page'],
  [/^\/queries\/new$/, 'new-query-page'],
  [/^\/queries\/\d+\/source$/, 'query-source-page'],
  [/^\/queries\/\d+$/, 'query-view-page'],
  [/^\/dashboards(\/(my|favorites))?$/, 'dashboards-list-page'],
  [/^\/dashboards?\/[^/]+$/, 'dashboard-page'],
  [/^\/alerts$/, 'alerts-list-page'],
  [/^\/alerts\/\d+$/, 'alert-page'],
]

/** The document for an address: that of its page, or the start page, which works for every page. */
export function documentOf(path: string): string {
  const page = documents.find(([address]) => address.test(path))?.[1]
  return page === undefined ? '/index.html' : `/pages/${page}.html`
}

/** The pages with their own document. */
export const documentPages: readonly string[] = documents.map(([, page]) => page)
