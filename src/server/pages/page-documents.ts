/** Address -> the built document that names the files of its page (src/web/build/page-documents.ts). */
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

/** The document for an address: that of its page, or the start page, with which every page works. */
export function documentOf(path: string): string {
  const page = documents.find(([address]) => address.test(path))?.[1]
  return page === undefined ? '/index.html' : `/pages/${page}.html`
}

/** The pages that have a document of their own. */
export const documentPages: readonly string[] = documents.map(([, page]) => page)
