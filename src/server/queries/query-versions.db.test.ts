import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery, createVersion, createVisualization } from '#test/factories.ts'
import { versionsUnderTest } from '#test/versions-under-test.ts'

describe('versions of queries', () => {
  const { world, create, share, save, history, snapshot, kinds, restore } = versionsUnderTest()

  describe('keeping', () => {
    it('records for every save who, when and what', async () => {
      const { id } = await create({ tags: ['a'] })
      await share(id)
      await save(world.grantee, id, { version: 1, query: 'select 2', name: 'Two' })
      await save(world.member, id, {
        description: 'Words',
        tags: ['a', 'b'],
        options: { zebra: 1, apple: [2] },
      })
      await save(world.admin, id, { schedule: { interval: 60, time: null, day_of_week: null, until: null } })
      await save(world.member, id, { is_draft: false })
      await world.member.delete(`/api/queries/${id}`)
      expect(await kinds(id)).toEqual([
        [1, 'created', ''],
        [2, 'saved', 'name,query'],
        [3, 'saved', 'description,options,tags'],
        [4, 'saved', 'schedule'],
        [5, 'saved', 'is_draft'],
        [6, 'saved', 'schedule,is_archived'],
      ])
      const versions = await history(id)
      expect(versions.map((version) => version.user?.id)).toEqual([
        world.sextant.member.id,
        world.granteeId,
        ...[
          world.sextant.member.id,
          world.sextant.admin.id,
          world.sextant.member.id,
          world.sextant.member.id,
        ],
      ])
      expect(Object.keys(versions[0] ?? {})).not.toContain('snapshot')
      const second = (await world.member.get(`/api/queries/${id}/versions/${versions[1]?.id}`)).json()
      expect(second).toEqual({
        ...versions[1],
        snapshot: {
          ...{ name: 'Two', description: null, query: 'select 2', data_source_id: world.source.id },
          ...{ options: {}, schedule: null, tags: ['a'], is_draft: true, is_archived: false },
          visualizations: [
            { id: expect.any(Number), type: 'TABLE', name: 'Table', description: '', options: {} },
          ],
        },
      })
      expect(Date.parse(second.created_at)).toBeLessThanOrEqual(Date.now())
      const { options } = await snapshot(id, versions[2])
      expect(JSON.stringify(options)).toBe('{"zebra":1,"apple":[2]}')
    })

    it('creates none for a save that changes nothing, nor for a new key', async () => {
      const query = await create()
      const { name, query: query_text, options, tags } = query
      await save(world.member, query.id, { name, query: query_text, options, tags: [...tags, ' '] })
      await save(world.member, query.id, {})
      await world.member.post(`/api/queries/${query.id}/regenerate_api_key`)
      expect(await kinds(query.id)).toEqual([[1, 'created', '']])
      await save(world.member, query.id, { name: 'Two' })
      expect((await kinds(query.id)).at(-1)).toEqual([4, 'saved', 'name'])
    })

    it('contains the visualizations of that time', async () => {
      const { id } = await create()
      const chart = { query_id: id, type: 'CHART', name: 'Chart', options: { b: 1, a: 2 } }
      const added = (await world.member.post('/api/visualizations', chart)).json()
      await world.member.post(`/api/visualizations/${added.id}`, { name: 'Renamed' })
      await world.member.post(`/api/visualizations/${added.id}`, { name: 'Renamed' })
      await world.member.delete(`/api/visualizations/${added.id}`)
      expect(await kinds(id)).toEqual([
        [1, 'created', ''],
        [1, 'visualization', 'visualizations'],
        [1, 'visualization', 'visualizations'],
        [1, 'visualization', 'visualizations'],
      ])
      const versions = await history(id)
      const names = async (place: number) =>
        (await snapshot(id, versions[place])).visualizations.map((one: { name: string }) => one.name)
      expect([await names(0), await names(1), await names(2), await names(3)]).toEqual([
        ['Table'],
        ['Table', 'Chart'],
        ['Table', 'Renamed'],
        ['Table'],
      ])
    })

    it('starts again with a fork', async () => {
      const { id } = await create()
      await save(world.member, id, { query: 'select 2' })
      const fork = (await world.member.post(`/api/queries/${id}/fork`)).json()
      expect(await kinds(fork.id)).toEqual([[1, 'created', '']])
      expect(await snapshot(fork.id, (await history(fork.id))[0])).toMatchObject({
        name: `Copy of (#${id}) One`,
        query: 'select 2',
        visualizations: [{ name: 'Table' }],
      })
    })

    it('is part of the save: neither exists without the other', async () => {
      const { id } = await create()
      const { pool } = world.sextant.context
      await pool.query(`create function refuse_it() returns trigger language plpgsql as
        $$ begin raise exception 'not now'; end $$`)
      await pool.query(
        'create trigger refuse_it before insert on query_versions execute function refuse_it()',
      )
      const path = `/api/queries/${id}`
      const statuses = [
        await world.member.post(path, { name: 'Lost' }),
        await world.member.post('/api/visualizations', {
          query_id: id,
          type: 'CHART',
          name: 'Lost',
          options: {},
        }),
        await world.member.post(`${path}/fork`),
      ].map((reply) => reply.statusCode)
      await pool.query('drop trigger refuse_it on query_versions')
      await pool.query('drop function refuse_it')
      expect(statuses).toEqual([500, 500, 500])
      const stored = (await world.member.get(path)).json()
      expect(stored).toMatchObject({ name: 'One', version: 1, visualizations: [{ name: 'Table' }] })
      const copies = await world.sextant.context.db
        .selectFrom('queries')
        .where('name', '=', `Copy of (#${id}) One`)
        .select('id')
        .execute()
      expect(copies).toEqual([])
    })

    it('continues from what the migration kept of existing queries', async () => {
      const options = { parameters: [], zebra: { b: [1, 'ä'], a: null } }
      const query = await createQuery(world.sextant.context, {
        ...{
          data_source_id: world.source.id,
          user_id: world.sextant.member.id,
          options,
          tags: ['a "quoted" one'],
        },
      })
      const chart = await createVisualization(world.sextant.context, {
        query_id: query.id,
        options: { b: 1, a: 2 },
      })
      const migration = await readFile(
        new URL('../../../migrations/0002-queries-complete.sql', import.meta.url),
        'utf8',
      )
      const [backfill = ''] = /insert into query_versions[^;]*from queries q(?=;)/.exec(migration) ?? []
      await world.sextant.context.pool.query(`${backfill} where q.id = ${query.id}`)
      await save(world.member, query.id, { options, tags: ['a "quoted" one'] })
      await world.member.post(`/api/visualizations/${chart.id}`, { options: { b: 1, a: 2 } })
      await save(world.member, query.id, { name: 'Renamed' })
      expect(await kinds(query.id)).toEqual([
        [1, 'saved', ''],
        [3, 'saved', 'name'],
      ])
    })

    it('supports the longest texts', async () => {
      const { id } = await create()
      const long = `select '${'ä"\\'.repeat(300_000)}'`
      await save(world.member, id, { query: long })
      const versions = await history(id)
      expect(versions[1]?.changed).toEqual(['query'])
      expect((await snapshot(id, versions[1])).query).toBe(long)
    })
  })

  describe('of saves that were refused', () => {
    it('keep what the loser had typed, on top of what they saw', async () => {
      const { id } = await create({ description: 'Kept' })
      await share(id)
      await save(world.member, id, { version: 1, query: 'select 2', tags: ['won'] })
      const lost = { version: 1, name: 'Lost', query: 'select 3', options: { a: 1 }, tags: [' x '] }
      const reply = await world.grantee.post(`/api/queries/${id}`, lost)
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'query.version_conflict'])
      const [, , refused] = await history(id)
      expect(refused).toMatchObject({
        ...{ version: 1, kind: 'refused', user: { id: world.granteeId } },
        changed: ['name', 'query', 'options', 'tags'],
      })
      expect(await snapshot(id, refused)).toMatchObject({
        ...{ name: 'Lost', query: 'select 3', options: { a: 1 }, tags: ['x'], description: 'Kept' },
        visualizations: [{ name: 'Table' }],
      })
      // it was never the state of the query: the next save is compared with the one before it
      await save(world.member, id, { query: 'select 3' })
      expect((await kinds(id)).at(-1)).toEqual([3, 'saved', 'query'])
      expect((await world.member.get(`/api/queries/${id}`)).json()).toMatchObject({
        name: 'One',
        tags: ['won'],
      })
    })

    it('are not kept if nothing would have changed, nor from users who may not save', async () => {
      const { id } = await create()
      await share(id, world.sextant.viewer.id)
      await save(world.member, id, { name: 'Two' })
      const viewer = await world.sextant.as(world.sextant.viewer)
      const outsider = await world.sextant.as(world.sextant.outsider)
      const status = async (caller: Caller, body: object) =>
        (await caller.post(`/api/queries/${id}`, { version: 1, ...body })).statusCode
      expect(await status(world.member, { name: 'One' })).toBe(409)
      expect(await status(outsider, { name: 'Evil' })).toBe(403)
      expect(await status(world.grantee, { name: 'Evil' })).toBe(403)
      // may rename, but not change what runs
      expect(await status(viewer, { query: 'drop table x' })).toBe(403)
      expect(await status(world.member, { name: '' })).toBe(400)
      expect(await kinds(id)).toEqual([
        [1, 'created', ''],
        [2, 'saved', 'name'],
      ])
    })

    it('never reveal a text to a user who may not see its data source', async () => {
      const hidden = await createDataSource(world.sextant.context, { groups: {} })
      const secret = { data_source_id: hidden.id, query: 'select secret' }
      const { id } = (await world.admin.post('/api/queries', secret)).json()
      await save(world.admin, id, { data_source_id: world.source.id, query: 'select 1' })
      await world.admin.post(`/api/queries/${id}/acl`, {
        access_type: 'modify',
        user_id: world.sextant.member.id,
      })
      const stale = { version: 1, data_source_id: world.source.id, name: 'Guess' }
      expect((await world.member.post(`/api/queries/${id}`, stale)).statusCode).toBe(409)
      const refused = (await history(id)).at(-1)
      expect(refused).toMatchObject({ kind: 'refused', changed: ['name'] })
      expect(await snapshot(id, refused)).toMatchObject({ name: 'Guess', query: 'select 1' })
    })

    it('stay for the newest 50 of a query', async () => {
      const { id } = await create()
      await save(world.member, id, { name: 'Two' })
      for (let n = 0; n < 53; n++) {
        expect(
          (await world.member.post(`/api/queries/${id}`, { version: 1, name: `lost ${n}` })).statusCode,
        ).toBe(409)
      }
      const refused = (await history(id)).filter((version) => version.kind === 'refused')
      expect(refused).toHaveLength(50)
      expect((await snapshot(id, refused[0])).name).toBe('lost 3')
      expect((await history(id)).filter((version) => version.kind !== 'refused')).toHaveLength(2)
    })
  })

  describe('when many save at once', () => {
    it('one wins, and nothing of the others is lost', async () => {
      const { id } = await create()
      await share(id)
      const replies = await Promise.all(
        Array.from({ length: 24 }, (_, n) =>
          (n % 2 ? world.member : world.grantee).post(`/api/queries/${id}`, {
            version: 1,
            query: `select ${n + 10}`,
          }),
        ),
      )
      const statuses = replies.map((reply) => reply.statusCode).sort()
      expect(statuses).toEqual([200, ...Array(23).fill(409)])
      const versions = await history(id)
      const texts = await Promise.all(versions.slice(1).map((version) => snapshot(id, version)))
      expect(new Set(texts.map(({ query }) => query)).size).toBe(24)
      expect(versions.filter((version) => version.kind === 'saved')).toHaveLength(1)
    })

    it('and overwrite, each is its own version, in the order of the saves', async () => {
      const { id } = await create()
      const chart = { query_id: id, type: 'CHART', options: {} }
      const replies = await Promise.all([
        ...Array.from({ length: 10 }, (_, n) =>
          world.member.post(`/api/queries/${id}`, { query: `select ${n + 10}` }),
        ),
        ...Array.from({ length: 5 }, (_, n) =>
          world.member.post('/api/visualizations', { ...chart, name: `c${n}` }),
        ),
      ])
      expect(replies.map((reply) => reply.statusCode)).toEqual(Array(15).fill(200))
      const versions = await history(id)
      expect(versions).toHaveLength(16)
      const saves = versions.filter((version) => version.kind === 'saved')
      expect(saves.map((version) => version.version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
      const last = await snapshot(id, versions.at(-1))
      const stored = (await world.member.get(`/api/queries/${id}`)).json()
      expect(last).toMatchObject({ query: stored.query })
      expect(last.visualizations).toHaveLength(6)
      // each knows its predecessor: no visualization is missing in between
      const counts = await Promise.all(
        versions.map(async (version) => (await snapshot(id, version)).visualizations.length),
      )
      expect(counts).toEqual([...counts].sort((a, b) => a - b))
    })

    it('hashes what is stored when text and options are saved concurrently', async () => {
      const { id } = await create()
      const path = `/api/queries/${id}`
      for (let n = 0; n < 8; n++) {
        await Promise.all([
          world.member.post(path, { query: `select ${n} from t` }),
          world.member.post(path, { options: { apply_auto_limit: n % 2 === 0 } }),
        ])
        const { query, options, query_hash } = (await world.member.get(path)).json()
        expect((await create({ query, options })).query_hash).toBe(query_hash)
      }
    })
  })

  describe('the list', () => {
    it('comes in pages, newest first', async () => {
      const { id } = await create()
      for (let n = 2; n < 5; n++) await save(world.member, id, { name: `name ${n}` })
      const page = (await world.member.get(`/api/queries/${id}/versions?page=2&page_size=2`)).json()
      expect(page).toMatchObject({
        count: 4,
        page: 2,
        page_size: 2,
        results: [{ version: 2 }, { version: 1 }],
      })
    })

    it('keeps, beyond the newest 200 versions, only the last of each day', async () => {
      const { id } = await create()
      const days = ['2020-01-01', '2020-01-01', '2020-01-01', '2020-01-02', '2020-01-02', '2020-01-03']
      const created = (await history(id))[0]
      for (const [n, day] of days.entries()) {
        const created_at = new Date(`${day}T0${n}:00:00Z`)
        await createVersion(world.sextant.context, {
          query_id: id,
          snapshot: { name: `${day} ${n}` },
          created_at,
        })
      }
      for (let n = 0; n < 199; n++) await createVersion(world.sextant.context, { query_id: id })
      await save(world.member, id, { name: 'Newest' })
      const kept = await history(id)
      expect(kept[0]?.id).toBe(created?.id)
      const old = await Promise.all(kept.slice(1, -200).map((version) => snapshot(id, version)))
      expect(old.map(({ name }) => name)).toEqual(['2020-01-01 2', '2020-01-02 4', '2020-01-03 5'])
      expect(kept).toHaveLength(1 + 3 + 200)
    })

    it('answers 401, 400, 403, 404, and is for users who may edit and see', async () => {
      const query = await create()
      const path = `/api/queries/${query.id}/versions`
      const { id } = (await history(query.id))[0] ?? { id: 0 }
      for (const url of [path, `${path}/${id}`]) {
        const status = async (caller: Caller) => (await caller.get(url)).statusCode
        expect(await status(world.sextant.anonymous)).toBe(401)
        expect(await status(world.sextant.withKey(query.api_key))).toBe(401)
        expect(await status(world.grantee)).toBe(403)
        expect(await status(await world.sextant.as(world.sextant.viewer))).toBe(403)
        expect(await status(await world.sextant.as(world.sextant.outsider))).toBe(403)
        expect(await status(world.admin)).toBe(200)
      }
      expect((await world.member.get(`${path}?page=0`)).statusCode).toBe(400)
      expect((await world.member.get(`${path}?page=9`)).statusCode).toBe(400)
      expect((await world.member.get('/api/queries/999999/versions')).statusCode).toBe(404)
      expect((await world.member.get(`${path}/999999`)).statusCode).toBe(404)
      // of another query
      expect((await world.member.get(`/api/queries/${(await create()).id}/versions/${id}`)).statusCode).toBe(
        404,
      )
      const lost = await createQuery(world.sextant.context, {
        data_source_id: world.source.id,
        user_id: world.sextant.outsider.id,
      })
      const outsider = await world.sextant.as(world.sextant.outsider)
      expect((await outsider.get(`/api/queries/${lost.id}/versions`)).statusCode).toBe(403)
    })

    it('shows a text from another data source only to users who may see that one', async () => {
      const hidden = await createDataSource(world.sextant.context, { groups: {} })
      const query = (
        await world.admin.post('/api/queries', { data_source_id: hidden.id, query: 'select secret' })
      ).json()
      await world.admin.post(`/api/queries/${query.id}`, {
        data_source_id: world.source.id,
        query: 'select 1',
      })
      await world.admin.post(`/api/queries/${query.id}/acl`, {
        access_type: 'modify',
        user_id: world.sextant.member.id,
      })
      const [first, second] = await history(query.id)
      const path = `/api/queries/${query.id}/versions`
      expect((await world.member.get(`${path}/${first?.id}`)).statusCode).toBe(403)
      expect((await restore(world.member, query.id, first)).statusCode).toBe(403)
      expect((await world.member.get(`${path}/${second?.id}`)).json().snapshot.query).toBe('select 1')
      expect((await world.admin.get(`${path}/${first?.id}`)).json().snapshot.query).toBe('select secret')
      // there is no data source left to protect
      await world.admin.delete(`/api/data_sources/${hidden.id}`)
      expect((await world.member.get(`${path}/${first?.id}`)).statusCode).toBe(200)
    })
  })
})
