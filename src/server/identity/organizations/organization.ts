import type { ServerContext } from '#server/kernel/index.ts'
import { findDefaultOrganization, type Organization } from './organization-store.ts'

/** Before set-up there is no organization, but the public configuration is requested already. */
const unborn: Omit<Organization, 'id'> = { name: '', slug: 'default', settings: {} }

/** Null before set-up. */
export async function setUpOrganization({ db }: Pick<ServerContext, 'db'>): Promise<Organization | null> {
  return await findDefaultOrganization(db)
}

export async function currentOrganization({
  db,
}: Pick<ServerContext, 'db'>): Promise<Omit<Organization, 'id'>> {
  return (await findDefaultOrganization(db)) ?? unborn
}
