import type { FastifyRequest } from 'fastify'
import { publicAddress } from '#server/http/index.ts'
import { type Config, readStoredKey, type ServerContext } from '#server/kernel/index.ts'
import { findSealedToken } from './public-dashboard-store.ts'

/** The public address of a shared dashboard, for users who may edit it. */
export interface PublicAccess {
  public_url: string
  api_key: string
}

/** The whole address, with the ending that clients expect (docs/reference/api-dashboards.md#sharing). */
export function publicAccess(config: Config, request: FastifyRequest, token: string): PublicAccess {
  const public_url = `${publicAddress(config, request)}/public/dashboards/${token}?org_slug=default`
  return { public_url, api_key: token }
}

/** The public access in a dashboard's detail; empty while it is not shared. */
export async function findPublicAccess(
  { db, config, secrets }: Pick<ServerContext, 'db' | 'config' | 'secrets'>,
  request: FastifyRequest,
  dashboardId: number,
): Promise<Partial<PublicAccess>> {
  const sealed = await findSealedToken(db, dashboardId)
  const token = sealed === null ? null : readStoredKey(secrets, sealed)
  return token === null ? {} : publicAccess(config, request, token)
}
