import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createQuery, createVisualization } from '#test/factories.ts'

describe('visualizations', () => {
  let sextant: AppUnderTest
  let member: Caller
  let outsider: Caller
  let query: { id: number }

  beforeAll(async () => {
    sextant = await appUnderTest()
    member = await sextant.as(sextant.member)
    outsider = await sextant.as(sextant.outsider)
    query = await createQuery(sextant.context, { user_id: sextant.member.id })
  })
  afterAll(() => sextant.close())

  it('are created with their options kept in order, key by key', async () => {
    const options = { zebra: 1, apple: { b: [3, 1], a: null }, 10: 'x' }
    const created = (
      await member.post('/api/visualizations', {
        id: null,
        query_id: query.id,
        type: 'CHART',
        name: 'Chart',
        options,
      })
    ).json()
    expect(created).toMatchObject({ type: 'CHART', name: 'Chart', description: '' })
    expect(JSON.stringify(created.options)).toBe(JSON.stringify(options))
    const detail = (await member.get(`/api/queries/${query.id}`)).json()
    expect(detail.visualizations.map((one: { id: number }) => one.id)).toContain(created.id)
  })

  it('answer 401, 400 that names the field, 403, 404', async () => {
    const good = { query_id: query.id, type: 'TABLE', name: 'T', options: {} }
    const post = async (caller: Caller, body: object) => await caller.post('/api/visualizations', body)
    expect((await post(sextant.anonymous, good)).statusCode).toBe(401)
    expect((await post(outsider, good)).statusCode).toBe(403)
    expect((await post(member, { ...good, query_id: 999999 })).statusCode).toBe(404)
    for (const [change, field] of [
      [{ query_id: undefined }, 'query_id'],
      [{ name: '' }, 'name'],
      [{ type: 5 }, 'type'],
      [{ options: [] }, 'options'],
      [{ colour: 'red' }, 'colour'],
    ] as const) {
      const reply = await post(member, { ...good, ...change })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().message).toContain(field)
    }
  })

  it('are saved field by field and never move to another query', async () => {
    const visualization = await createVisualization(sextant.context, { query_id: query.id, name: 'Old' })
    const other = await createQuery(sextant.context, { user_id: sextant.member.id })
    const path = `/api/visualizations/${visualization.id}`
    expect((await sextant.anonymous.post(path, { name: 'x' })).statusCode).toBe(401)
    expect((await outsider.post(path, { name: 'x' })).statusCode).toBe(403)
    expect((await member.post(path, { name: 7 })).statusCode).toBe(400)
    expect((await member.post('/api/visualizations/999999', { name: 'x' })).statusCode).toBe(404)
    const saved = (await member.post(path, { name: 'New', query_id: other.id, id: 1 })).json()
    expect(saved).toMatchObject({ id: visualization.id, name: 'New', type: 'TABLE' })
    const detail = (await member.get(`/api/queries/${other.id}`)).json()
    expect(detail.visualizations).toEqual([])
  })

  it('are hidden from an owner of the query who has lost its data source, whatever they save', async () => {
    const mine = await createQuery(sextant.context, { user_id: sextant.outsider.id })
    const { id } = await createVisualization(sextant.context, {
      ...{ query_id: mine.id, name: 'Canary', options: { columnMapping: { canary: 'x' } } },
    })
    const path = `/api/visualizations/${id}`
    const described = await outsider.post(path, { description: 'Mine' })
    expect(described.json()).toMatchObject({ id, name: '', description: 'Mine', options: {} })
    expect(described.body).not.toMatch(/canary/i)
    const sent = await outsider.post(path, { name: 'Sent', options: { sent: true } })
    expect(sent.json()).toMatchObject({ name: 'Sent', description: '', options: { sent: true } })
    const seen = (await member.post(path, {})).statusCode
    expect(seen).toBe(403)
    const [stored] = (await (await sextant.as(sextant.admin)).get(`/api/queries/${mine.id}`)).json()
      .visualizations
    expect(stored).toMatchObject({ type: 'TABLE', name: 'Sent', description: 'Mine' })
  })

  it('are deleted by users who may edit the query', async () => {
    const visualization = await createVisualization(sextant.context, { query_id: query.id })
    const path = `/api/visualizations/${visualization.id}`
    expect((await sextant.anonymous.delete(path)).statusCode).toBe(401)
    expect((await outsider.delete(path)).statusCode).toBe(403)
    expect((await member.delete(path)).body).toBe('null')
    expect((await member.delete(path)).statusCode).toBe(404)
  })
})
