import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A foreign site, on another origin than the instance: each of its pages is the given HTML. */
export interface ForeignSite {
  origin: string
  /** address of a page with this body */
  page(body: string): string
  close(): Promise<void>
}

export async function foreignSite(): Promise<ForeignSite> {
  const server = createServer((request, reply) => {
    const body = new URL(request.url ?? '/', 'http://localhost').searchParams.get('body')
    reply.writeHead(body === null ? 204 : 200, { 'content-type': 'text/html; charset=utf-8' })
    reply.end(body === null ? '' : `<!doctype html><html lang="en"><title>Another site</title>${body}</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    page: (body) => `${origin}/?${new URLSearchParams({ body })}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
