import { describe, expect, it } from 'vitest'
import { type Action, type Actor, accessLevel, can, noGroups, type Subject } from './can.ts'

const user = (user_id: number, group_ids: number[], more: Partial<Actor> = {}): Actor => ({
  kind: 'user',
  org_id: 1,
  user_id,
  name: `user-${user_id}`,
  group_ids,
  permissions: ['view_query', 'edit_query'],
  query_id: null,
  ...more,
})
const keyOf = (query_id: number): Actor =>
  user(0, [1], { kind: 'query_key', user_id: null, permissions: ['view_query'], query_id })

/** group 1 has full access, group 2 may only view */
const groups = { source_ids: [4], view_only: { 1: false, 2: true } }
const query: Subject = { groups, owner_id: 5, modifier_ids: [6, 7, 8], query_id: 3 }

const owner = user(5, [1])
const ownerWithoutAccess = user(5, [9])
const member = user(20, [1])
const viewer = user(21, [2])
const stranger = user(22, [9])
const granted = user(6, [1])
const grantedViewer = user(7, [2])
const grantedStranger = user(8, [9])
const admin = user(23, [], { permissions: ['admin'] })

const actions: Action[] = ['view', 'use_fully', 'modify', 'own']
const allowed = (actor: Actor, subject: Subject = query) =>
  actions.filter((action) => can(actor, action, subject))

describe('access to a data source', () => {
  it('is view-only if all matching groups are', () => {
    expect(accessLevel(user(1, [2]), groups)).toBe('view')
    expect(accessLevel(user(1, [1, 2]), groups)).toBe('full')
    expect(accessLevel(user(1, [3]), groups)).toBe('none')
    expect(accessLevel(admin, noGroups)).toBe('full')
  })
})

describe('what actors may do to a query', () => {
  it.each<[string, Actor, Action[]]>([
    ['its owner', owner, ['view', 'use_fully', 'modify', 'own']],
    ['its owner who has lost the data source', ownerWithoutAccess, ['modify', 'own']],
    ['an admin', admin, ['view', 'use_fully', 'modify', 'own']],
    ['a member', member, ['view', 'use_fully']],
    ['a viewer', viewer, ['view']],
    ['a stranger', stranger, []],
    ['a member with a grant', granted, ['view', 'use_fully', 'modify']],
    ['a viewer with a grant', grantedViewer, ['view', 'modify']],
    ['a stranger with a grant: it opens nothing that they may not see', grantedStranger, []],
    ['the bearer of its key', keyOf(3), ['view']],
    ['the bearer of another key', keyOf(4), []],
  ])('%s', (_, actor, expected) => {
    expect(allowed(actor)).toEqual(expected)
  })

  it('leaves a detached query to its owner and admins', () => {
    const detached = { ...query, groups: noGroups }
    expect(allowed(granted, detached)).toEqual([])
    expect(allowed(owner, detached)).toEqual(['modify', 'own'])
    expect(allowed(admin, detached)).toEqual(actions)
  })
})

describe('what actors may do to a dashboard', () => {
  const published: Subject = {
    ...{ groups, owner_id: 5, modifier_ids: [6, 8] },
    dashboard: { is_draft: false },
  }
  const draft: Subject = { ...published, dashboard: { is_draft: true } }

  it.each<[string, Actor, Action[], Action[]]>([
    ['its owner', ownerWithoutAccess, ['view', 'modify', 'own'], ['view', 'modify', 'own']],
    ['an admin', admin, actions, actions],
    ['a member of a group of some widget', viewer, ['view'], []],
    ['a stranger', stranger, [], []],
    ['a grantee: widgets are judged one by one', grantedStranger, ['view', 'modify'], ['view', 'modify']],
    ["the bearer of a query's key", keyOf(3), [], []],
  ])('%s', (_, actor, whenPublished, whenDraft) => {
    expect(allowed(actor, published)).toEqual(whenPublished)
    expect(allowed(actor, draft)).toEqual(whenDraft)
  })

  it('with text boxes only is for its owner, grantees and admins', () => {
    const texts = { ...published, groups: noGroups }
    expect(allowed(viewer, texts)).toEqual([])
    expect(allowed(ownerWithoutAccess, texts)).toEqual(['view', 'modify', 'own'])
    expect(allowed(grantedStranger, texts)).toEqual(['view', 'modify'])
    expect(allowed(admin, texts)).toEqual(actions)
  })
})
