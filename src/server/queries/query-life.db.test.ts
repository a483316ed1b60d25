import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDataSource,
  createQuery,
  createResult,
  createUser,
  createVisualization,
} from '#test/factories.ts'

describe('the life of a query', () => {
  let sextant: AppUnderTest
  let admin: Caller
  let member: Caller
  let viewer: Caller
  let outsider: Caller
  let grantee: Caller
  let granteeId: number
  /** full access for members, view-only for the viewer */
  let source: { id: number }

  beforeAll(async () => {
    sextant = await appUnderTest()
    admin = await sextant.as(sextant.admin)
    member = await sextant.as(sextant.member)
    viewer = await sextant.as(sextant.viewer)
    outsider = await sextant.as(sextant.outsider)
    const granted = await createUser(sextant.context)
    granteeId = granted.id
    grantee = await sextant.as(granted)
    source = await createDataSource(sextant.context, {
      groups: { [sextant.organization.defaultGroup]: false, [sextant.viewerGroup]: true },
    })
  })
  afterAll(() => sextant.close())

  const create = async (more: object = {}) =>
    (await member.post('/api/queries', { data_source_id: source.id, query: 'select 1', ...more })).json()
  /** a query of the member's which the grantee may modify */
  const createShared = async (more: object = {}) => {
    const query = await create(more)
    const grant = { access_type: 'modify', user_id: granteeId }
    expect((await member.post(`/api/queries/${query.id}/acl`, grant)).statusCode).toBe(200)
    return query
  }
  const schedule = { interval: 3600, time: null, day_of_week: null, until: null }

  /** a dashboard with a widget for each visualization, and one with a text */
  async function showOnDashboard(visualizationIds: number[]): Promise<number> {
    const { db } = sextant.context
    const { id } = await db
      .insertInto('dashboards')
      .values({
        ...{ org_id: sextant.organization.id, user_id: sextant.admin.id },
        ...{ slug: `board-${visualizationIds.join('-')}`, name: 'Board' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const visualization_id of [...visualizationIds, null]) {
      await db
        .insertInto('widgets')
        .values({
          dashboard_id: id,
          visualization_id,
          text: visualization_id === null ? 'Words' : null,
          width: 1,
        })
        .execute()
    }
    return id
  }

  /** visualization ids of the widgets of a dashboard; null for texts */
  async function widgetsOf(dashboardId: number): Promise<(number | null)[]> {
    const rows = await sextant.context.db
      .selectFrom('widgets')
      .where('dashboard_id', '=', dashboardId)
      .select('visualization_id')
      .orderBy('id')
      .execute()
    return rows.map((row) => row.visualization_id)
  }

  async function addAlert(query_id: number): Promise<void> {
    await sextant.context.db
      .insertInto('alerts')
      .values({ name: 'Watch', query_id, user_id: sextant.member.id, last_triggered_at: null, rearm: null })
      .execute()
  }

  async function countAlerts(queryId: number): Promise<number> {
    const rows = await sextant.context.db
      .selectFrom('alerts')
      .where('query_id', '=', queryId)
      .select('id')
      .execute()
    return rows.length
  }

  describe('publishing', () => {
    it('goes both ways, by users who may edit', async () => {
      const { id } = await createShared()
      const path = `/api/queries/${id}`
      expect((await viewer.post(path, { is_draft: false })).statusCode).toBe(403)
      expect((await grantee.post(path, { is_draft: false })).json()).toMatchObject({ is_draft: false })
      expect((await member.post(path, { is_draft: true })).json()).toMatchObject({
        is_draft: true,
        version: 3,
      })
      expect((await member.post(path, { is_draft: 'no' })).statusCode).toBe(400)
    })
  })

  describe('archiving', () => {
    it.each(['DELETE', 'POST'] as const)(
      'by %s takes schedule, widgets and alerts with it',
      async (method) => {
        const query = await create({ schedule })
        const chart = await createVisualization(sextant.context, { query_id: query.id, type: 'CHART' })
        const other = await createVisualization(sextant.context, { query_id: (await create()).id })
        const table = query.visualizations[0].id
        const dashboard = await showOnDashboard([table, chart.id, other.id])
        await addAlert(query.id)
        await addAlert(query.id)
        const reply = await member.request(
          method,
          `/api/queries/${query.id}`,
          method === 'POST' ? { is_archived: true, schedule } : undefined,
        )
        expect(reply.statusCode).toBe(200)
        const archived = (await member.get(`/api/queries/${query.id}`)).json()
        expect(archived).toMatchObject({ is_archived: true, schedule: null, version: 2 })
        expect(archived.visualizations).toHaveLength(2)
        expect(await widgetsOf(dashboard)).toEqual([other.id, null])
        expect(await countAlerts(query.id)).toBe(0)
        // nothing of it is restored
        const back = await member.post(`/api/queries/${query.id}`, { is_archived: false })
        expect(back.json()).toMatchObject({ is_archived: false, schedule: null, version: 3 })
        expect(await widgetsOf(dashboard)).toEqual([other.id, null])
      },
    )

    it('is for the owner and admins, both ways; un-archiving is for users who may edit', async () => {
      const { id } = await createShared()
      const path = `/api/queries/${id}`
      const refused = "You don't have permission to edit this resource."
      for (const reply of [await grantee.delete(path), await grantee.post(path, { is_archived: true })]) {
        expect([reply.statusCode, reply.json().message]).toEqual([403, refused])
      }
      expect((await viewer.post(path, { is_archived: true })).statusCode).toBe(403)
      expect((await member.get(path)).json()).toMatchObject({ is_archived: false })
      expect((await admin.delete(path)).body).toBe('null')
      // sent along by a client that saves something else
      expect((await grantee.post(path, { name: 'Still', is_archived: true })).statusCode).toBe(200)
      expect((await viewer.post(path, { is_archived: false })).statusCode).toBe(403)
      expect((await grantee.post(path, { is_archived: false })).json()).toMatchObject({ is_archived: false })
    })

    it('clears the schedule and rejects a new one, until it is un-archived', async () => {
      const { id } = await create({ schedule })
      const path = `/api/queries/${id}`
      await member.delete(path)
      const reply = await member.post(path, { schedule })
      expect([reply.statusCode, reply.json().message]).toEqual([
        400,
        'schedule: an archived query has no schedule.',
      ])
      expect((await member.post(path, { schedule: null, name: 'Fine' })).statusCode).toBe(200)
      const back = await member.post(path, { is_archived: false, schedule })
      expect(back.json()).toMatchObject({ is_archived: false, schedule: { interval: 3600 } })
    })

    it('rolls back everything when one part fails', async () => {
      const { db } = sextant.context
      const query = await create({ schedule })
      const dashboard = await showOnDashboard([query.visualizations[0].id])
      await addAlert(query.id)
      const { pool } = sextant.context
      await pool.query(`create function refuse_it() returns trigger language plpgsql as
        $$ begin raise exception 'not now'; end $$`)
      await pool.query('create trigger refuse_it before delete on alerts execute function refuse_it()')
      const reply = await member.delete(`/api/queries/${query.id}`)
      await pool.query('drop trigger refuse_it on alerts')
      await pool.query('drop function refuse_it')
      expect(reply.statusCode).toBe(500)
      const stored = await db
        .selectFrom('queries')
        .where('id', '=', query.id)
        .select(['is_archived', 'schedule', 'version'])
        .executeTakeFirstOrThrow()
      expect(stored).toMatchObject({ is_archived: false, schedule: { interval: 3600 }, version: 1 })
      expect(await widgetsOf(dashboard)).toEqual([query.visualizations[0].id, null])
      expect(await countAlerts(query.id)).toBe(1)
    })
  })

  describe('forking', () => {
    it('copies what is not bound to the query', async () => {
      const original = await create({
        name: 'Sales',
        description: 'By month',
        tags: ['a', 'b'],
        schedule,
        options: { apply_auto_limit: true, parameters: [], zebra: 1, apple: 2 },
      })
      const path = `/api/queries/${original.id}`
      await member.post(path, { is_draft: false })
      for (const [name, type] of [
        ['Second', 'CHART'],
        ['Third', 'COUNTER'],
      ]) {
        const options = { of: name, b: 1, a: 2 }
        await member.post('/api/visualizations', {
          query_id: original.id,
          name,
          type,
          options,
          description: type,
        })
      }
      const result = await createResult(sextant.context, { query_id: original.id })
      await addAlert(original.id)
      await admin.post(`${path}/favorite`)
      await member.post(`${path}/acl`, { access_type: 'modify', user_id: granteeId })

      const reply = await admin.post(`${path}/fork`)
      expect(reply.statusCode).toBe(200)
      const fork = reply.json()
      const present = (await member.get(path)).json()
      expect(fork).toMatchObject({
        name: `Copy of (#${original.id}) Sales`,
        description: 'By month',
        query: present.query,
        query_hash: present.query_hash,
        data_source_id: source.id,
        latest_query_data_id: result.id,
        tags: ['a', 'b'],
        options: present.options,
        schedule: null,
        is_draft: true,
        is_archived: false,
        is_favorite: false,
        version: 1,
        user: { id: sextant.admin.id },
        last_modified_by: { id: sextant.admin.id },
      })
      expect(fork).not.toHaveProperty('can_edit')
      expect(fork.api_key).toMatch(/^[a-zA-Z0-9]{40}$/)
      expect(fork.api_key).not.toBe(present.api_key)
      expect(JSON.stringify(fork.options)).toBe(JSON.stringify(present.options))
      const looks = (query: { visualizations: { name: string }[] }) =>
        query.visualizations.map((one) => ({ ...one, id: 0, created_at: '', updated_at: '' }))
      expect(fork.visualizations.map((one: { name: string }) => one.name)).toEqual([
        'Table',
        'Second',
        'Third',
      ])
      expect(JSON.stringify(looks(fork))).toBe(JSON.stringify(looks(present)))
      expect((await admin.get(`/api/queries/${fork.id}/acl`)).json()).toEqual({})
      expect(await countAlerts(fork.id)).toBe(0)
    })

    it('works on drafts of others and on archived queries, and cuts long names', async () => {
      const draft = await create({ name: 'ä'.repeat(255) })
      await member.delete(`/api/queries/${draft.id}`)
      const fork = (await grantee.post(`/api/queries/${draft.id}/fork`)).json()
      expect(fork).toMatchObject({ is_draft: true, is_archived: false, user: { id: granteeId } })
      expect(fork.name).toHaveLength(255)
      expect(fork.name.startsWith(`Copy of (#${draft.id}) ä`)).toBe(true)
    })

    it('keeps lists that the actor may not see, as long as the copy stays on its data source', async () => {
      const closed = await createDataSource(sextant.context, { groups: {} })
      const list = await createQuery(sextant.context, { data_source_id: closed.id })
      const other = await createQuery(sextant.context, { data_source_id: closed.id })
      const parameter = (queryId: number) => ({ name: 'a', title: 'A', type: 'query', queryId, value: null })
      const original = await createQuery(sextant.context, {
        ...{ data_source_id: source.id, query: 'select {{ a }}' },
        options: { parameters: [parameter(list.id)] },
      })
      const { id, options } = (await member.post(`/api/queries/${original.id}/fork`)).json()
      expect(options.parameters).toMatchObject([{ queryId: list.id }])
      // the values are open to the actor through both, as to all users who see them
      for (const through of [original.id, id]) {
        expect((await member.get(`/api/queries/${through}/dropdowns/${list.id}`)).statusCode).toBe(200)
      }
      expect((await member.get(`/api/queries/${list.id}/dropdown`)).statusCode).toBe(403)
      // what it already uses does not block saves
      const renamed = [{ ...parameter(list.id), title: 'Any' }]
      const saved = await member.post(`/api/queries/${id}`, { options: { parameters: renamed } })
      expect([saved.statusCode, saved.json().options.parameters]).toMatchObject([200, renamed])
      const widened = { options: { parameters: [...renamed, { ...parameter(other.id), name: 'b' }] } }
      expect((await member.post(`/api/queries/${id}`, widened)).statusCode).toBe(400)
      // users of another data source would read values that were never opened to them
      const elsewhere = await createDataSource(sextant.context)
      const move = { data_source_id: elsewhere.id }
      expect((await member.post(`/api/queries/${id}`, move)).statusCode).toBe(403)
      const without = { ...move, options: { parameters: [] } }
      expect((await member.post(`/api/queries/${id}`, without)).statusCode).toBe(200)
    })

    it('answers 401, 403 without full access, 404', async () => {
      const { id } = await create()
      const path = `/api/queries/${id}/fork`
      expect((await sextant.anonymous.post(path)).statusCode).toBe(401)
      expect((await viewer.post(path)).statusCode).toBe(403)
      expect((await outsider.post(path)).statusCode).toBe(403)
      expect((await member.post('/api/queries/999999/fork')).statusCode).toBe(404)
      expect((await member.post('/api/queries/x/fork')).statusCode).toBe(404)
    })

    it('is refused to its owner after they have lost the data source: a copy would run its text', async () => {
      const lost = await createQuery(sextant.context, {
        data_source_id: source.id,
        user_id: sextant.outsider.id,
      })
      expect((await outsider.post(`/api/queries/${lost.id}/fork`)).statusCode).toBe(403)
    })
  })

  describe('the API key', () => {
    it('is hidden from an owner who has lost the data source, because it would open that again', async () => {
      const lost = await createQuery(sextant.context, {
        data_source_id: source.id,
        user_id: sextant.outsider.id,
      })
      const path = `/api/queries/${lost.id}`
      expect((await outsider.post(`${path}/regenerate_api_key`)).statusCode).toBe(403)
      expect((await outsider.post(path, { name: 'Still mine' })).json()).not.toHaveProperty('api_key')
      expect((await sextant.withKey(lost.api_key).get(path)).statusCode).toBe(200)
    })

    it('is replaced by the owner and admins, and the old one is revoked at once', async () => {
      const query = await createShared()
      const path = `/api/queries/${query.id}`
      expect((await sextant.withKey(query.api_key).get(path)).statusCode).toBe(200)
      const reply = await member.post(`${path}/regenerate_api_key`)
      expect(reply.statusCode).toBe(200)
      const renewed = reply.json()
      expect(renewed.api_key).toMatch(/^[a-zA-Z0-9]{40}$/)
      expect(renewed.api_key).not.toBe(query.api_key)
      expect(renewed).not.toHaveProperty('visualizations')
      expect(renewed).toMatchObject({ id: query.id, version: 1, last_modified_by: { id: sextant.member.id } })
      expect((await sextant.withKey(query.api_key).get(path)).statusCode).toBe(401)
      expect((await sextant.withKey(renewed.api_key).get(path)).statusCode).toBe(200)
      expect((await member.get(path)).json().api_key).toBe(renewed.api_key)
      expect((await admin.post(`${path}/regenerate_api_key`)).statusCode).toBe(200)
      expect((await sextant.withKey(renewed.api_key).get(path)).statusCode).toBe(401)
    })

    it('answers 401, 403 also to users with a grant, 404', async () => {
      const query = await createShared()
      const path = `/api/queries/${query.id}/regenerate_api_key`
      expect((await sextant.anonymous.post(path)).statusCode).toBe(401)
      expect((await sextant.withKey(query.api_key).post(path)).statusCode).toBe(401)
      for (const caller of [grantee, viewer, outsider]) {
        expect((await caller.post(path)).statusCode).toBe(403)
      }
      expect((await member.post('/api/queries/999999/regenerate_api_key')).statusCode).toBe(404)
      expect((await member.get(`/api/queries/${query.id}`)).json().api_key).toBe(query.api_key)
    })
  })
})
