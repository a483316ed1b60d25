import { type CastOfUsers, createCast, createDataSource } from '#test/factories.ts'
import { postgresOptions } from './databases.ts'
import { flightsDatabase } from './flights.ts'
import { type SextantUnderTest, sextantUnderTest } from './sextant-under-test.ts'

/** A set-up instance with a data source on three million flights. */
export interface SextantWithFlights extends SextantUnderTest, CastOfUsers {
  flightsUrl: string
  /** the group `default` has full access to it, `viewerGroup` may only view */
  dataSource: number
}

export async function sextantWithFlights(): Promise<SextantWithFlights> {
  const flights = await flightsDatabase()
  const sextant = await sextantUnderTest()
  const cast = await createCast(sextant)
  const { organization, viewerGroup } = cast
  const { id } = await createDataSource(sextant, {
    name: 'Flights',
    options: postgresOptions(flights.url),
    groups: { [organization.defaultGroup]: false, [viewerGroup]: true },
  })
  return { ...sextant, ...cast, flightsUrl: flights.url, dataSource: id }
}
