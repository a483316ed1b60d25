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
  it('gives the owner of a stored query everything', () => {
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

  it('keeps archiving, keys and permissions from those who were only granted editing', () => {
    expect(of({}, other)).toMatchObject({
      mayEdit: true,
      maySeeHistory: true,
      mayShowApiKey: true,
      mayArchive: false,
      mayManagePermissions: false,
      mayRegenerateApiKey: false,
    })
  })

  it('shows those who may not edit no history, and no key that the server keeps back', () => {
    expect(of({ can_edit: false, api_key: null }, other)).toMatchObject({
      mayEdit: false,
      mayPublish: false,
      maySeeHistory: false,
      mayShowApiKey: false,
      mayFork: true,
    })
  })

  it('lets nobody change an archived query but bring it back', () => {
    expect(of({ is_archived: true })).toMatchObject({
      mayEdit: false,
      mayArchive: false,
      mayPublish: false,
      mayUnarchive: true,
      maySeeHistory: true,
    })
  })

  it('forks only with edit_query and full access to the data source', () => {
    expect(of({}, owner, { view_only: true }).mayFork).toBe(false)
    expect(of({}, owner, null).mayFork).toBe(false)
    expect(of({}, { id: 7, permissions: ['view_query'] }).mayFork).toBe(false)
    expect(of({}, admin, { view_only: true }).mayFork).toBe(true)
  })

  it('follows the settings of the organisation', () => {
    expect(of({}, admin).mayManagePermissions).toBe(true)
    const closed = { showPermissionsControl: false, disablePublicUrls: true }
    expect(of({}, owner, source, closed)).toMatchObject({ mayManagePermissions: false, mayShowApiKey: false })
  })

  it('adds to dashboards what is stored, and not both a draft and archived', () => {
    expect(of({ id: null }).mayAddToDashboard).toBe(false)
    expect(of({ is_draft: true, is_archived: true }).mayAddToDashboard).toBe(false)
    expect(of({ is_draft: true }).mayAddToDashboard).toBe(true)
    expect(of({ is_archived: true }).mayAddToDashboard).toBe(true)
    expect(of({ can_edit: false }, other).mayAddToDashboard).toBe(true)
    expect(of({}, { id: 7, permissions: ['view_query', 'list_dashboards'] }).mayAddToDashboard).toBe(false)
  })

  it('offers nothing of a stored query for a new one', () => {
    const rights = of({ id: null })
    expect(rights).toMatchObject({ mayEdit: true, mayFork: false, mayShowApiKey: false })
    expect(rights.mayArchive || rights.mayPublish || rights.maySeeHistory).toBe(false)
  })
})
