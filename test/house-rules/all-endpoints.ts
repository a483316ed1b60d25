import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EndpointSpec } from '#shared/http/endpoint.ts'

const sharedFolder = new URL('../../src/shared/', import.meta.url)

export interface NamedEndpoint {
  name: string
  file: string
  endpoint: EndpointSpec
}

/** Every endpoint that a `…-api.ts` under src/shared exports. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  const found: NamedEndpoint[] = []
  const names = readdirSync(fileURLToPath(sharedFolder), { recursive: true, encoding: 'utf8' })
  for (const file of names.filter((name) => name.endsWith('-api.ts')).sort()) {
    const module: Record<string, unknown> = await import(new URL(file, sharedFolder).href)
    for (const [name, value] of Object.entries(module)) {
      if (isEndpoint(value)) found.push({ name, file, endpoint: value })
    }
  }
  return found
}

function isEndpoint(value: unknown): value is EndpointSpec {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

export const routeKey = (route: { method: string; path: string }) => `${route.method} ${route.path}`
