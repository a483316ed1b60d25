import { expect, it } from 'vitest'
import { type DashboardRights, dashboardRights } from './dashboard-rights.ts'

const mine = { user_id: 7, can_edit: true, is_archived: false, is_draft: false }
const editor = { id: 7, permissions: ['list_dashboards', 'edit_dashboard'] }
const open = { showPermissionsControl: true, disablePublicUrls: false }

function granted(rights: DashboardRights): string[] {
  return Object.entries(rights).flatMap(([name, isGranted]) => (isGranted ? [name] : []))
}

it('offers everything to the owner of a published dashboard', () => {
  expect(granted(dashboardRights(mine, editor, open))).toEqual([
    'mayEdit',
    'mayRefresh',
    'mayPublish',
    'mayFork',
    'mayArchive',
    'mayManagePermissions',
    'maySeeSharing',
    'mayShare',
    'maySeeHistory',
  ])
})

it('offers only refreshing to those who may look', () => {
  const others = { ...mine, can_edit: false }
  expect(granted(dashboardRights(others, { ...editor, id: 8 }, open))).toEqual(['mayRefresh'])
  // the right to edit dashboards in general is needed as well
  expect(granted(dashboardRights(mine, { id: 8, permissions: ['list_dashboards'] }, open))).toEqual([
    'mayRefresh',
  ])
})

it('leaves sharing and permissions to the owner and admins', () => {
  const colleague = dashboardRights(mine, { ...editor, id: 8 }, open)
  expect(colleague).toMatchObject({ mayEdit: true, maySeeSharing: true })
  expect(colleague).toMatchObject({ mayShare: false, mayManagePermissions: false })
  const admin = dashboardRights(mine, { id: 9, permissions: ['admin', 'edit_dashboard'] }, open)
  expect(admin).toMatchObject({ mayShare: true, mayManagePermissions: true })
})

it('hides editing, sharing and refreshing of an archived dashboard, and offers to bring it back', () => {
  const archived = { ...mine, is_archived: true, public_url: 'https://example.com/public' }
  expect(granted(dashboardRights(archived, editor, open))).toEqual([
    'mayFork',
    'mayUnarchive',
    'mayManagePermissions',
    'maySeeHistory',
  ])
})

it('shares drafts only where they are shared already, and nothing where public links are switched off', () => {
  const draft = { ...mine, is_draft: true }
  expect(dashboardRights(draft, editor, open).maySeeSharing).toBe(false)
  const sharedDraft = { ...draft, public_url: 'https://example.com/public' }
  expect(dashboardRights(sharedDraft, editor, open).maySeeSharing).toBe(true)
  const closed = { showPermissionsControl: false, disablePublicUrls: true }
  expect(dashboardRights(mine, editor, closed)).toMatchObject({
    maySeeSharing: false,
    mayManagePermissions: false,
  })
})
