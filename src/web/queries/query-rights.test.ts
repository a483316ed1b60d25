import { describe, expect, it } from 'vitest'
import { queryRights } from './query-rights.ts'

const query = { id: 1, can_edit: true, is_draft: false, is_archived: false, api_key: 'key', user: { id: 7 } }
const source = { view_only: false }
const usual = ['view_query', 'view_source', 'edit_query', 'list_dashboards', 'edit_dashboard']
const owner = { id: 7, permissions: usual }
const other = { id: 8, permissions: usual }
const admin = { id: 9, permissions: ['admin', 'edit_query', 'view_source'] }
const organization = { showPermissionsControl: true, disablePublicUrls: false }
const of = (
  change: { id?: null; can_edit?: boolean; is_draft?: boolean; is_archived?: boolean; api_key?: null },
  viewer = owner,
  where: { view_only?: boolean } | null = source,
  config = organization,
) => queryRights({ ...query, ...change }, where, viewer, config)

describe('queryRights', () => {
  it('gives the owner of a stored query all rights', () => {
    expect(of({})).toEqual({
      mayEdit: true,
      mayArchive: true,
      mayUnarchive: false,
      mayPublish: true,
      mayFork: true,
      mayManagePermissions: true,
      mayShowApiKey: true,
      mayRegenerateApiKey: true,
      maySeeHistory: true,
      maySeeSource: true,
      mayAddToDashboard: true,
    })
  })

  it('withholds archiving, keys and permissions from users with a grant to edit', () => {
    expect(of({}, other)).toMatchObject({
      mayEdit: true,
      maySeeHistory: true,
      mayShowApiKey: true,
      mayArchive: false,
      mayManagePermissions: false,
      mayRegenerateApiKey: false,
    })
  })

  it('hides the history from users who may not edit, and a key that the server withholds', () => {
    expect(of({ can_edit: false, api_key: null }, other)).toMatchObject({
      mayEdit: false,
      mayPublish: false,
      maySeeHistory: false,
      mayShowApiKey: false,
      mayFork: true,
    })
  })

  it('allows only unarchiving an archived query', () => {
    expect(of({ is_archived: true })).toMatchObject({
      mayEdit: false,
      mayArchive: false,
      mayPublish: false,
      mayUnarchive: true,
      maySeeHistory: true,
    })
  })

  it('allows forking only with edit_query and full access to the data source', () => {
    expect(of({}, owner, { view_only: true }).mayFork).toBe(false)
    expect(of({}, owner, null).mayFork).toBe(false)
    expect(of({}, { id: 7, permissions: ['view_query'] }).mayFork).toBe(false)
    expect(of({}, admin, { view_only: true }).mayFork).toBe(true)
  })

  it('follows the settings of the organization', () => {
    expect(of({}, admin).mayManagePermissions).toBe(true)
    const closed = { showPermissionsControl: false, disablePublicUrls: true }
    expect(of({}, owner, source, closed)).toMatchObject({ mayManagePermissions: false, mayShowApiKey: false })
  })

  it('adds stored queries to dashboards, unless they are both draft and archived', () => {
    expect(of({ id: null }).mayAddToDashboard).toBe(false)
    expect(of({ is_draft: true, is_archived: true }).mayAddToDashboard).toBe(false)
    expect(of({ is_draft: true }).mayAddToDashboard).toBe(true)
    expect(of({ is_archived: true }).mayAddToDashboard).toBe(true)
    expect(of({ can_edit: false }, other).mayAddToDashboard).toBe(true)
    expect(of({}, { id: 7, permissions: ['view_query', 'list_dashboards'] }).mayAddToDashboard).toBe(false)
  })

  it('offers a new query no actions for stored ones', () => {
    const rights = of({ id: null })
    expect(rights).toMatchObject({ mayEdit: true, mayFork: false, mayShowApiKey: false })
    expect(rights.mayArchive || rights.mayPublish || rights.maySeeHistory).toBe(false)
  })
})
