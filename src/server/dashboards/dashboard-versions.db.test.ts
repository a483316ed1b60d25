import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DashboardVersion, DashboardVersionInList } from '#shared/dashboards/dashboard-versions-api.ts'
import type { Dashboard } from '#shared/dashboards/dashboards-api.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import {
  createDashboardVersion,
  createDataSource,
  createQuery,
  createUser,
  createVisualization,
} from '#test/factories.ts'

describe('versions of dashboards', () => {
  let sextant: AppUnderTest
  let member: Caller
  let granteeId: number
  let grantee: Caller
  let chart: { id: number }
  let query: { id: number }
  /** on a data source that the member may not see */
  let secretChart: { id: number }

  beforeAll(async () => {
    sextant = await appUnderTest()
    const { context, organization } = sextant
    member = await sextant.as(sextant.member)
    const granted = await createUser(context)
    granteeId = granted.id
    grantee = await sextant.as(granted)
    const source = await createDataSource(context, { groups: { [organization.defaultGroup]: false } })
    query = await createQuery(context, { data_source_id: source.id, name: 'Flights' })
    chart = await createVisualization(context, { query_id: query.id, name: 'Columns' })
    const secret = await createDataSource(context, { groups: {} })
    const secretQuery = await createQuery(context, { data_source_id: secret.id, name: 'Salaries' })
    secretChart = await createVisualization(context, { query_id: secretQuery.id, name: 'Paid' })
  })
  afterAll(() => sextant.close())

  const ok = async <T>(replying: Promise<{ statusCode: number; json(): T }>): Promise<T> => {
    const reply = await replying
    expect(reply.statusCode).toBe(200)
    return reply.json()
  }
  const create = (name = 'One') => ok<Dashboard>(member.post('/api/dashboards', { name }))
  const save = (id: number, body: object, caller = member) =>
    ok<Dashboard>(caller.post(`/api/dashboards/${id}`, body))
  const add = (dashboard_id: number, body: object, caller = member) =>
    ok<Widget>(caller.post('/api/widgets', { dashboard_id, ...body }))
  const at = (col: number, row: number) => ({ position: { col, row, sizeX: 2, sizeY: 3 } })
  const share = (id: number) =>
    ok(member.post(`/api/dashboards/${id}/acl`, { access_type: 'modify', user_id: granteeId }))
  /** oldest first */
  const history = async (id: number): Promise<DashboardVersionInList[]> =>
    (
      await ok<{ results: DashboardVersionInList[] }>(
        member.get(`/api/dashboards/${id}/versions?page_size=250`),
      )
    ).results.reverse()
  const kinds = async (id: number) =>
    (await history(id)).map(({ version, kind, changed }) => [version, kind, changed.join()])
  const read = (id: number, version: { id: number } | undefined, caller = member) =>
    ok<DashboardVersion>(caller.get(`/api/dashboards/${id}/versions/${version?.id}`))
  const restore = (id: number, version: { id: number } | undefined, body: object = {}, caller = member) =>
    caller.post(`/api/dashboards/${id}/versions/${version?.id}/restore`, body)
  /** as if everything so far had happened long ago */
  const letTimePass = (id: number) =>
    sextant.context.pool.query(
      "update dashboard_versions set created_at = created_at - interval '11 minutes' where dashboard_id = $1",
      [id],
    )

  describe('keeping', () => {
    it('records for every change who, when and what', async () => {
      const { id } = await create()
      await share(id)
      await save(id, { version: 1, name: 'Two', tags: ['a'] })
      const words = await add(id, { text: 'Words', options: at(0, 0) })
      await save(id, { options: { globalParamOrder: ['b'] }, dashboard_filters_enabled: true }, grantee)
      await ok(grantee.post(`/api/widgets/${words.id}`, { options: at(3, 0) }))
      await save(id, { is_draft: false })
      await ok(member.delete(`/api/dashboards/${id}`))
      expect(await kinds(id)).toEqual([
        [1, 'created', ''],
        [2, 'saved', 'name,tags'],
        [2, 'widgets', 'widgets_added'],
        [3, 'saved', 'dashboard_filters_enabled,options'],
        [3, 'widgets', 'widgets_moved'],
        [4, 'saved', 'is_draft'],
        [5, 'saved', 'is_archived'],
      ])
      const versions = await history(id)
      expect(versions[3]?.user?.id).toBe(granteeId)
      expect(versions[4]?.user?.id).toBe(granteeId)
      const third = await read(id, versions[2])
      expect(third).toEqual({
        ...versions[2],
        snapshot: {
          ...{ name: 'Two', tags: ['a'], is_draft: true, is_archived: false },
          ...{ dashboard_filters_enabled: false, options: {} },
          widgets: [
            {
              ...{ id: words.id, visualization_id: null, visualization_name: null },
              ...{ query_id: null, query_name: null, text: 'Words', options: at(0, 0) },
              static_values_by: {},
            },
          ],
        },
      })
    })

    it('creates none for a save that changes nothing, and starts with the content of a copy', async () => {
      const { id } = await create()
      await add(id, { visualization_id: chart.id })
      await save(id, { name: 'One' })
      expect(await kinds(id)).toHaveLength(2)
      const copy = await ok<Dashboard>(member.post(`/api/dashboards/${id}/fork`))
      expect(await kinds(copy.id)).toEqual([[1, 'created', '']])
      const [first] = await history(copy.id)
      expect((await read(copy.id, first)).snapshot.widgets).toMatchObject([
        { visualization_id: chart.id, visualization_name: 'Columns', query_name: 'Flights' },
      ])
    })

    it('combines the widget changes of one user in ten minutes into one version', async () => {
      const { id } = await create()
      await share(id)
      const first = await add(id, { text: 'First', options: at(0, 0) })
      const second = await add(id, { text: 'Second', options: at(2, 0) })
      await ok(member.post(`/api/widgets/${first.id}`, { options: at(0, 5) }))
      expect(await kinds(id)).toEqual([
        [1, 'created', ''],
        [1, 'widgets', 'widgets_added'],
      ])
      await letTimePass(id)
      await ok(member.post(`/api/widgets/${first.id}`, { text: 'Changed' }))
      await ok(member.delete(`/api/widgets/${second.id}`))
      await ok(grantee.post(`/api/widgets/${first.id}`, { options: at(0, 0) }))
      expect((await kinds(id)).slice(2)).toEqual([
        [1, 'widgets', 'widgets_removed,widgets_changed'],
        [1, 'widgets', 'widgets_moved'],
      ])
      // a change undone at once leaves no version
      const third = await add(id, { text: 'Third' })
      await ok(member.delete(`/api/widgets/${third.id}`))
      expect(await kinds(id)).toHaveLength(4)
    })

    it('keeps a refused save beside them', async () => {
      const { id } = await create()
      await save(id, { name: 'Two' })
      const lost = { version: 1, name: ' Mine ', tags: ['b'], options: { tabs: [] } }
      const reply = await member.post(`/api/dashboards/${id}`, lost)
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'dashboard.version_conflict'])
      expect((await member.post(`/api/dashboards/${id}`, { version: 1, name: 'One' })).statusCode).toBe(409)
      const [, , refused, ...more] = await history(id)
      expect(more).toEqual([])
      expect(refused).toMatchObject({ version: 1, kind: 'refused', changed: ['name', 'tags', 'options'] })
      await add(id, { text: 'Since' })
      const restored = await ok<Dashboard>(restore(id, refused))
      expect(restored).toMatchObject({ name: 'Mine', tags: ['b'], version: 3, widgets: [{ text: 'Since' }] })
    })

    it('keeps a bounded number: the newest, and the last of each day', async () => {
      const { id } = await create()
      const old = new Date('2026-01-05T10:00:00Z')
      for (let hour = 0; hour < 3; hour++) {
        await createDashboardVersion(sextant.context, {
          ...{ dashboard_id: id, snapshot: { name: `Old ${hour}` } },
          created_at: new Date(old.getTime() + hour * 3_600_000),
        })
      }
      await sextant.context.pool.query(
        `update dashboard_versions set kind = 'saved' where dashboard_id = $1 and created_at < '2026-02-01'`,
        [id],
      )
      await sextant.context.pool.query(
        `insert into dashboard_versions (dashboard_id, version, kind, snapshot)
         select $1, n, 'saved', '{}' from generate_series(1, 250) n`,
        [id],
      )
      await save(id, { name: 'Newest' })
      const versions = await history(id)
      expect(versions).toHaveLength(202)
      const days = versions.filter(({ created_at }) => created_at.startsWith('2026-01-05'))
      expect(days.map(({ created_at }) => created_at)).toEqual(['2026-01-05T12:00:00.000Z'])
      expect(versions.filter(({ kind }) => kind === 'created')).toHaveLength(1)
    })
  })

  describe('reading', () => {
    it('is for users who may edit the dashboard', async () => {
      const { id } = await create()
      await add(id, { visualization_id: chart.id })
      await save(id, { is_draft: false })
      const [version] = await history(id)
      const one = `/api/dashboards/${id}/versions/${version?.id}`
      for (const [caller, status] of [
        [sextant.anonymous, 401],
        [grantee, 403],
        [await sextant.as(sextant.outsider), 403],
        [await sextant.as(sextant.admin), 200],
      ] as const) {
        expect((await caller.get(`/api/dashboards/${id}/versions`)).statusCode).toBe(status)
        expect((await caller.get(one)).statusCode).toBe(status)
      }
      expect((await member.get(`/api/dashboards/${id}/versions?page=9`)).statusCode).toBe(400)
      expect((await member.get(`/api/dashboards/${id}/versions/999999`)).statusCode).toBe(404)
      expect((await member.get('/api/dashboards/999999/versions')).statusCode).toBe(404)
      const elsewhere = await create()
      expect((await member.get(`/api/dashboards/${elsewhere.id}/versions/${version?.id}`)).statusCode).toBe(
        404,
      )
    })

    it('reveals nothing of a query that the reader may not see', async () => {
      const { id } = await create()
      const admin = await sextant.as(sextant.admin)
      await add(id, { visualization_id: secretChart.id }, admin)
      const [, version] = await history(id)
      const { snapshot } = await read(id, version)
      expect(snapshot.widgets).toMatchObject([
        { visualization_id: secretChart.id, visualization_name: null, query_id: null, query_name: null },
      ])
      expect((await read(id, version, admin)).snapshot.widgets).toMatchObject([
        { visualization_name: 'Paid', query_name: 'Salaries' },
      ])
    })
  })

  describe('restoring', () => {
    it('restores name, tags, filters, options and widgets, and keeps what it replaces', async () => {
      const { id } = await create()
      await save(id, { tags: ['a'], options: { b: 1, a: 2 }, dashboard_filters_enabled: true })
      const stays = await add(id, { visualization_id: chart.id, options: at(0, 0) })
      const gone = await add(id, { text: 'Gone', options: at(2, 0) })
      const then = (await history(id)).at(-1)
      await letTimePass(id)
      await save(id, {
        name: 'Two',
        tags: [],
        options: {},
        dashboard_filters_enabled: false,
        is_draft: false,
      })
      await ok(member.post(`/api/widgets/${stays.id}`, { options: at(4, 4) }))
      await ok(member.delete(`/api/widgets/${gone.id}`))
      const later = await add(id, { text: 'Later' })
      const before = (await history(id)).at(-1)

      const restored = await ok<Dashboard>(restore(id, then, { version: 3 }))
      expect(restored).toMatchObject({
        ...{ version: 4, name: 'One', tags: ['a'], dashboard_filters_enabled: true },
        ...{ is_draft: false, is_archived: false, user_id: sextant.member.id, can_edit: true },
      })
      expect(JSON.stringify(restored.options)).toBe('{"b":1,"a":2}')
      expect(restored.widgets).toMatchObject([
        { id: stays.id, options: at(0, 0), visualization: { id: chart.id } },
        { text: 'Gone', options: at(2, 0) },
      ])
      const ids = restored.widgets?.map((widget) => widget.id)
      expect(ids).not.toContain(gone.id)
      expect(ids).not.toContain(later.id)
      expect((await kinds(id)).at(-1)).toEqual([
        ...[4, 'restored'],
        'name,tags,dashboard_filters_enabled,options,widgets_added,widgets_removed,widgets_moved',
      ])
      // again: finds the one created in place of the removed one
      expect((await ok<Dashboard>(restore(id, then))).widgets?.map((widget) => widget.id)).toEqual(ids)
      // and back
      expect(await ok<Dashboard>(restore(id, before))).toMatchObject({
        ...{ name: 'Two', tags: [], widgets: [{ id: stays.id, options: at(4, 4) }, { text: 'Later' }] },
      })
    })

    it('omits what was deleted and what the caller may not see', async () => {
      const { id } = await create()
      await share(id)
      const admin = await sextant.as(sextant.admin)
      const passing = await createVisualization(sextant.context, { query_id: query.id })
      await add(id, { visualization_id: passing.id })
      const hidden = await add(id, { visualization_id: secretChart.id }, admin)
      const also = await add(id, { visualization_id: secretChart.id, options: at(0, 9) }, admin)
      const words = await add(id, { text: 'Words' }, admin)
      const then = (await history(id)).at(-1)
      await ok(admin.delete(`/api/visualizations/${passing.id}`))
      await ok(member.delete(`/api/widgets/${hidden.id}`))
      await ok(member.delete(`/api/widgets/${words.id}`))
      await ok(member.post(`/api/widgets/${also.id}`, { options: at(0, 0) }))
      const restored = await ok<Dashboard>(restore(id, then, {}, grantee))
      // one that still exists can be arranged by any editor
      expect(restored.widgets).toMatchObject([
        { id: also.id, restricted: true, options: at(0, 9) },
        { text: 'Words' },
      ])
      expect(restored.widgets).toHaveLength(2)
    })

    it('needs the rights of an edit, an existing version, and the current version number', async () => {
      const { id } = await create()
      await save(id, { name: 'Two' })
      await save(id, { name: 'Three' })
      const [first] = await history(id)
      expect((await restore(id, first, {}, sextant.anonymous)).statusCode).toBe(401)
      expect((await restore(id, first, { version: 'x' })).statusCode).toBe(400)
      expect((await restore(id, first, {}, grantee)).statusCode).toBe(403)
      expect((await restore(id, { id: 999_999 })).statusCode).toBe(404)
      expect((await restore((await create()).id, first)).statusCode).toBe(404)
      const conflict = await restore(id, first, { version: 2 })
      expect([conflict.statusCode, conflict.json().code]).toEqual([409, 'dashboard.version_conflict'])
      expect(await kinds(id)).toHaveLength(3)
      expect(await ok<Dashboard>(restore(id, first, { version: 3 }))).toMatchObject({
        name: 'One',
        version: 4,
      })

      await ok(member.delete(`/api/dashboards/${id}`))
      const archived = await restore(id, first)
      expect([archived.statusCode, archived.json().code]).toEqual([400, 'request.invalid'])
    })
  })
})
