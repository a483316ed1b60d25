import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ConnectorHost } from '../connector.ts'
import { startDocumentServer } from '../document-server.ts'
import { recordingSink } from '../recording-sink.ts'
import { json } from './json-connector.ts'

let asked: string[] = []
const pages: Record<string, string> = {
  '/blank': '{"rows":[1],"next":" "}',
  '/itself': '{"rows":[1],"next":"/itself#2"}',
  '/one': '{"rows":[1],"next":"/two"}',
  '/two': '{"rows":[2],"next":"/one"}',
  '/tokens': '{"rows":[1],"next":"a"}',
  '/tokens?page=a': '{"rows":[1],"next":"b"}',
  '/tokens?page=b': '{"rows":[1],"next":"a"}',
  '/twice': '{"rows":[1],"next":"/two","next":""}',
  '/twice-deep': '{"rows":[1],"links":{"next":"/two"},"links":null}',
  '/twice-in-row': '{"id":1,"next":"/two","next":""}',
}
let server: Awaited<ReturnType<typeof startDocumentServer>>
beforeAll(async () => {
  server = await startDocumentServer(({ url = '' }: IncomingMessage, reply: ServerResponse) => {
    asked.push(url)
    // a reader that does not notice must end
    if (asked.length > 20) reply.writeHead(404).end()
    else reply.end(pages[url])
  })
})
afterAll(() => server?.stop())
beforeEach(() => {
  asked = []
})

async function run(path: string, more: string): Promise<string[][]> {
  const host = { fetch: server.fetch, engineMemoryMb: 128 } as unknown as ConnectorHost
  const session = await json.open({}, host, AbortSignal.timeout(10_000))
  const sink = recordingSink()
  await session.run(`url: http://files.test${path}\n${more}`, sink, AbortSignal.timeout(60_000))
  return sink.cells
}

it.each(['/blank', '/itself', '/one'])('ends when an address comes again: %s', async (path) => {
  const read = run(path, 'path: rows\npagination: {type: url, path: next}')
  await expect(read).rejects.toThrow('next names a page that was read already')
  expect(asked.length).toBeLessThanOrEqual(2)
})

it('ends when a token comes again', async () => {
  const read = run('/tokens', 'path: rows\npagination: {type: token, fields: [next, page]}')
  await expect(read).rejects.toThrow('next names a page that was read already')
  expect(asked).toEqual(['/tokens', '/tokens?page=a', '/tokens?page=b'])
})

it('refuses a page that names the next one twice', async () => {
  const byUrl = (path: string) => `pagination: {type: url, path: ${path}}`
  await expect(run('/twice', `path: rows\n${byUrl('next')}`)).rejects.toThrow('The answer has next twice.')
  await expect(run('/twice-deep', `path: rows\n${byUrl('links.next')}`)).rejects.toThrow('has links twice.')
  await expect(run('/twice-in-row', byUrl('next'))).rejects.toThrow('The answer has next twice.')
})
