/**
 * What becomes of people's own objects, and of those that were shared with them, when their groups have less access to
 * the data source. In the order of the statuses:
 *
 * - view only: the owner; a grantee
 * - no access: the owner; a grantee; an admin in no group of the data source; the bearer of the query's key
 *
 * Owner: of the query, the dashboard, the alert and the subscription. Grantee: may modify the query and the dashboard.
 */
const seesSource = '200 200 403 403 200 401'
const usesSource = '403 403 403 403 200 401'
/** of the query alone; its data belong to the data source */
const seesData = '200 200 403 403 200 403'
const editsQuery = '200 200 200 403 200 401'
/** old texts are as confidential as the current one */
const readsHistory = '200 200 403 403 200 401'
const ownsObject = '200 403 200 403 200 401'
/** for the owner, as long as they see the query */
const ownsAndSees = '200 403 403 403 200 401'
/** a grant opens the dashboard but not its widgets */
const editsDashboard = '200 200 200 200 200 401'

export const objectMatrix: Readonly<Record<string, string>> = {
  'GET /api/data_sources/:id': seesSource,
  'GET /api/data_sources/:id/schema': seesSource,
  'GET /api/databricks/databases/:id': seesSource.replaceAll('200', '400'),
  'GET /api/databricks/databases/:id/:database/tables': seesSource.replaceAll('200', '400'),
  'GET /api/databricks/databases/:id/:database/columns/:table': seesSource.replaceAll('200', '400'),

  'GET /api/data_sources/:id/files': seesSource,
  'POST /api/data_sources/:id/files': usesSource.replaceAll('200', '400'),
  'GET /api/data_sources/:id/files/:file_id': usesSource.replaceAll('200', '404'),
  'DELETE /api/data_sources/:id/files/:file_id': usesSource.replaceAll('200', '404'),
  'GET /api/data_sources/:id/files/:file_id/content': usesSource.replaceAll('200', '404'),
  'POST /api/data_sources/:id/files/:file_id/parts/:part': usesSource.replaceAll('200', '404'),
  'POST /api/data_sources/:id/files/:file_id/reading': usesSource.replaceAll('200', '404'),
  'POST /api/data_sources/:id/files/:file_id/table': usesSource.replaceAll('200', '404'),

  'POST /api/queries': usesSource,
  // the key opens the query itself, even without access to its data source
  'GET /api/queries/:id': '200 200 403 403 200 200',
  'POST /api/queries/:id': editsQuery,
  'DELETE /api/queries/:id': ownsObject,
  'POST /api/queries/:id/fork': usesSource,
  'POST /api/queries/:id/regenerate_api_key': ownsAndSees,
  'POST /api/queries/:id/favorite': seesSource,
  'DELETE /api/queries/:id/favorite': seesSource,
  'GET /api/queries/:id/unsafe_shares': seesSource,
  'GET /api/queries/:id/versions': readsHistory,
  'GET /api/queries/:id/versions/:version_id': readsHistory,
  'POST /api/queries/:id/versions/:version_id/restore': readsHistory,
  'GET /api/queries/:id/acl': ownsObject,
  'GET /api/queries/:id/acl/:access_type': seesSource,
  'POST /api/queries/:id/acl': ownsObject,
  'DELETE /api/queries/:id/acl': ownsObject,

  'POST /api/visualizations': editsQuery,
  'POST /api/visualizations/:id': editsQuery,
  'DELETE /api/visualizations/:id': editsQuery,
  'GET /embed/query/:query_id/visualization/:visualization_id': '401 401 401 401 401 200',

  'POST /api/query_results': usesSource,
  'POST /api/query_results/estimate': usesSource.replaceAll('200', '400'),
  'POST /api/queries/:id/results': seesData,
  'POST /api/queries/:id/refresh': '403 403 403 403 200 403',
  'GET /api/queries/:id/dropdown': seesData,
  'POST /api/queries/:id/dropdown': seesData,
  'GET /api/queries/:id/dropdowns/:dropdown_id': seesData,
  'POST /api/queries/:id/dropdowns/:dropdown_id': seesData,
  'GET /api/queries/:id/results': seesData,
  'GET /api/queries/:id/results.:format': seesData,
  'GET /api/queries/:id/results/:id_and_format': seesData,
  'GET /api/query_results/:id_and_format': seesSource,
  'GET /api/query_results/:id/facts': seesSource,
  'GET /api/query_results/:id/rows': seesSource,
  'GET /api/jobs/:id': seesSource,
  'GET /api/jobs/:id/rows': seesSource,
  'GET /api/queries/:query_id/jobs/:id': seesData,
  'DELETE /api/jobs/:id': seesSource,

  'GET /api/dashboards/:id_or_slug': editsDashboard,
  'POST /api/dashboards/:id': editsDashboard,
  'DELETE /api/dashboards/:id': ownsObject,
  'POST /api/dashboards/:id/fork': editsDashboard,
  'GET /api/dashboards/:id/versions': editsDashboard,
  'GET /api/dashboards/:id/versions/:version_id': editsDashboard,
  'POST /api/dashboards/:id/versions/:version_id/restore': editsDashboard,
  'POST /api/dashboards/:id/favorite': editsDashboard,
  'DELETE /api/dashboards/:id/favorite': editsDashboard,
  'GET /api/dashboards/:id/acl': ownsObject,
  'GET /api/dashboards/:id/acl/:access_type': editsDashboard,
  'POST /api/dashboards/:id/acl': ownsObject,
  'DELETE /api/dashboards/:id/acl': ownsObject,
  // widgets that the caller may not see are reported as refused
  'POST /api/dashboards/:id/results': editsDashboard,
  'POST /api/dashboards/:id/share': ownsObject,
  'DELETE /api/dashboards/:id/share': ownsObject,
  // the caller must see what they put there
  'POST /api/widgets': seesSource,
  'POST /api/widgets/:id': editsDashboard,
  'DELETE /api/widgets/:id': editsDashboard,

  'POST /api/alerts': seesSource,
  'GET /api/alerts/:id': seesSource,
  'POST /api/alerts/:id': ownsAndSees,
  'DELETE /api/alerts/:id': ownsAndSees,
  'POST /api/alerts/:id/mute': ownsAndSees,
  'DELETE /api/alerts/:id/mute': ownsAndSees,
  'POST /api/alerts/:id/eval': ownsAndSees,
  'GET /api/alerts/:id/evaluations': seesSource,
  'GET /api/alerts/:id/subscriptions': seesSource,
  'POST /api/alerts/:id/subscriptions': seesSource,
  // users can end their own subscription even if they no longer see the query
  'DELETE /api/alerts/:id/subscriptions/:subscription_id': ownsObject,
}
