import { describe, expect, it } from 'vitest'
import { createDataSource, createVisualization } from '#test/factories.ts'
import { versionsUnderTest } from '#test/versions-under-test.ts'

describe('restoring a version', () => {
  const { world, create, share, save, history, kinds, restore } = versionsUnderTest()

  it('restores text, name, description, options, schedule, tags, and keeps what it replaces', async () => {
    const schedule = { interval: 3600, time: null, day_of_week: null, until: null }
    const first = await create({ description: 'Words', options: { b: 1, a: 2 }, schedule, tags: ['a'] })
    const { id } = first
    await share(id)
    await save(world.member, id, {
      ...{ name: 'Two', description: null, query: 'select 2', options: {}, schedule: null, tags: [] },
      is_draft: false,
    })
    const reply = await restore(world.grantee, id, (await history(id))[0], { version: 2 })
    expect(reply.statusCode).toBe(200)
    const restored = reply.json()
    for (const field of [
      'name',
      'description',
      'query',
      'query_hash',
      'options',
      'schedule',
      'tags',
    ] as const) {
      expect(JSON.stringify(restored[field])).toBe(JSON.stringify(first[field]))
    }
    expect(restored).toMatchObject({
      ...{ version: 3, is_draft: false, is_archived: false },
      ...{ user: { id: world.sextant.member.id }, last_modified_by: { id: world.granteeId } },
    })
    expect((await kinds(id)).at(-1)).toEqual([3, 'restored', 'name,description,query,options,schedule,tags'])
    // and back again
    const [, second] = await history(id)
    expect((await restore(world.member, id, second)).json()).toMatchObject({ name: 'Two', query: 'select 2' })
  })

  it('links the newest result of the text', async () => {
    const { id } = await create({ query: 'select 77' })
    const { db } = world.sextant.context
    const { query_hash } = (await world.member.get(`/api/queries/${id}`)).json()
    await save(world.member, id, { query: 'select 78' })
    const result = await db
      .insertInto('query_results')
      .values({
        ...{
          id: 500_000,
          org_id: world.sextant.organization.id,
          data_source_id: world.source.id,
          query_hash,
        },
        ...{ query_text: 'select 77', columns_json: '[]', row_count: 0, byte_count: 0, runtime: 0.1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const restored = (await restore(world.member, id, (await history(id))[0])).json()
    expect(restored.latest_query_data_id).toBe(result.id)
  })

  it('restores visualizations: changed, deleted, later ones', async () => {
    const { id, visualizations } = await create()
    const table = visualizations[0].id
    const chart = { query_id: id, type: 'CHART', name: 'Chart', options: { past: 1 } }
    const gone = (await world.member.post('/api/visualizations', chart)).json().id
    const then = (await history(id)).at(-1)
    await world.member.post(`/api/visualizations/${table}`, { name: 'Renamed', options: { now: 1 } })
    await world.member.delete(`/api/visualizations/${gone}`)
    const later = (await world.member.post('/api/visualizations', { ...chart, name: 'Later' })).json().id
    const shown = (await world.member.post('/api/visualizations', { ...chart, name: 'Shown' })).json().id
    const { db } = world.sextant.context
    const board = await db
      .insertInto('dashboards')
      .values({
        org_id: world.sextant.organization.id,
        slug: 'shows',
        name: 'Shows',
        user_id: world.sextant.admin.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('widgets')
      .values({ dashboard_id: board.id, visualization_id: shown, text: null, width: 1 })
      .execute()

    const restored = (await restore(world.member, id, then)).json()
    expect(
      restored.visualizations.map((one: { id: number; name: string; options: object }) => [
        [table, shown].includes(one.id) ? one.id : 'new',
        one.name,
        one.options,
      ]),
    ).toEqual([
      [table, 'Table', {}],
      // on a dashboard: a restore must not delete its widget
      [shown, 'Shown', { past: 1 }],
      ['new', 'Chart', { past: 1 }],
    ])
    expect(restored.visualizations.map((one: { id: number }) => one.id)).not.toContain(later)
    // again: finds the one created in place of the deleted one
    const again = (await restore(world.member, id, then)).json()
    expect(again.visualizations.map((one: { id: number }) => one.id)).toEqual(
      restored.visualizations.map((one: { id: number }) => one.id),
    )
  })

  it('restores what a refused save contained, and leaves visualizations made since', async () => {
    const { id } = await create()
    await save(world.member, id, { query: 'select 2' })
    await world.member.post(`/api/queries/${id}`, { version: 1, query: 'select lost' })
    await createVisualization(world.sextant.context, { query_id: id, name: 'Since' })
    const refused = (await history(id)).find((version) => version.kind === 'refused')
    const restored = (await restore(world.member, id, refused)).json()
    expect(restored).toMatchObject({ query: 'select lost', version: 3 })
    expect(restored.visualizations.map((one: { name: string }) => one.name)).toEqual(['Table', 'Since'])
  })

  it('leaves an archived query archived and without a schedule', async () => {
    const schedule = { interval: 3600, time: null, day_of_week: null, until: null }
    const { id } = await create({ schedule })
    await save(world.member, id, { name: 'Two' })
    await world.member.delete(`/api/queries/${id}`)
    const restored = (await restore(world.member, id, (await history(id))[0])).json()
    expect(restored).toMatchObject({ name: 'One', is_archived: true, schedule: null })
  })

  it('returns to the data source of the text, with full access to it', async () => {
    const other = await createDataSource(world.sextant.context)
    const { id } = await create()
    await save(world.member, id, { data_source_id: other.id, query: 'select 2' })
    const [first, second] = await history(id)
    expect((await restore(world.member, id, first)).json()).toMatchObject({
      ...{ data_source_id: world.source.id, query: 'select 1', latest_query_data_id: null },
    })
    await world.sextant.context.db
      .updateTable('data_source_groups')
      .set({ view_only: true })
      .where('data_source_id', '=', other.id)
      .execute()
    const refused = await restore(world.member, id, second)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'query.version_data_source'])
    // deleted: the text moves to the current data source of the query
    await world.admin.delete(`/api/data_sources/${other.id}`)
    expect((await restore(world.member, id, second)).json()).toMatchObject({
      ...{ data_source_id: world.source.id, query: 'select 2' },
    })
  })

  it('needs the rights of a save', async () => {
    const query = await create()
    const { id } = query
    await save(world.member, id, { query: 'select 2' })
    await save(world.member, id, { name: 'Three' })
    const [first, second] = await history(id)
    const viewer = await world.sextant.as(world.sextant.viewer)
    for (const [caller, status] of [
      [world.sextant.anonymous, 401],
      [world.sextant.withKey(query.api_key), 401],
      [world.grantee, 403],
      [viewer, 403],
      [await world.sextant.as(world.sextant.outsider), 403],
    ] as const) {
      expect((await restore(caller, id, first)).statusCode).toBe(status)
    }
    await share(id, world.sextant.viewer.id)
    // the text would change, and they have only view access to the data source
    expect((await restore(viewer, id, first)).statusCode).toBe(403)
    expect((await restore(viewer, id, second)).json()).toMatchObject({ name: 'One', query: 'select 2' })
    expect((await restore(world.member, id, first, { version: 'x' })).statusCode).toBe(400)
    expect((await world.member.post(`/api/queries/${id}/versions/999999/restore`)).statusCode).toBe(404)
    const elsewhere = (await create()).id
    expect((await restore(world.member, elsewhere, first)).statusCode).toBe(404)
  })

  it('of a query that has changed in the meantime is 409, and changes nothing', async () => {
    const { id } = await create()
    await save(world.member, id, { name: 'Two' })
    await save(world.member, id, { name: 'Three' })
    const before = await kinds(id)
    const reply = await restore(world.member, id, (await history(id))[0], { version: 2 })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'query.version_conflict'])
    expect((await world.member.get(`/api/queries/${id}`)).json()).toMatchObject({ name: 'Three', version: 3 })
    expect(await kinds(id)).toEqual(before)
  })
})
