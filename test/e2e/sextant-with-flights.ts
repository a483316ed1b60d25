import type { Query } from '#shared/queries/queries-api.ts'
import { type CastOfUsers, createCast, createDataSource, type TestUser } from '#test/factories.ts'
import { postgresOptions } from './databases.ts'
import { flightsDatabase } from './flights.ts'
import { type SextantUnderTest, sextantUnderTest } from './sextant-under-test.ts'
import { sharedSextant } from './shared-sextant.ts'

/** A set-up instance with a data source on three million flights. */
export interface SextantWithFlights extends SextantUnderTest, CastOfUsers {
  flightsUrl: string
  /** the group `default` has full access to it, `viewerGroup` may only view */
  dataSource: number
}

export async function sextantWithFlights(
  settings: Readonly<Record<string, string>> = {},
): Promise<SextantWithFlights> {
  const flights = await flightsDatabase()
  const sextant =
    Object.keys(settings).length === 0 ? await sharedSextant() : await sextantUnderTest(settings)
  const cast = await createCast(sextant)
  const { organization, viewerGroup } = cast
  const { id } = await createDataSource(sextant, {
    name: 'Flights',
    options: postgresOptions(flights.url),
    groups: { [organization.defaultGroup]: false, [viewerGroup]: true },
  })
  return { ...sextant, ...cast, flightsUrl: flights.url, dataSource: id }
}

/** A published query on the flights, stored as clients do it. */
export async function storeQuery(
  { url, dataSource }: SextantWithFlights,
  owner: TestUser,
  query: { name: string; query: string; tags?: string[]; options?: Record<string, unknown> },
): Promise<Query> {
  const post = async (path: string, body: unknown): Promise<Query> => {
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Key ${owner.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Query
  }
  const { id } = await post('/api/queries', {
    data_source_id: dataSource,
    options: { apply_auto_limit: true, parameters: [] },
    ...query,
  })
  return post(`/api/queries/${id}`, { is_draft: false })
}
