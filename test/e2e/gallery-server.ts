import { access, mkdir, readFile, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { contentSecurityPolicy } from '../../src/server/http/security-headers.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

export interface GalleryUnderTest {
  url: string
  stop(): Promise<void>
}

/** Serves the gallery of visualizations under the product's own policy. */
export async function startGallery(): Promise<GalleryUnderTest> {
  const folder = await builtGallery()
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://gallery').pathname))
    readFile(join(folder, path)).then(
      (content) => {
        const type = mediaTypes[extname(path)] ?? 'application/octet-stream'
        response.writeHead(200, { 'content-type': type, 'content-security-policy': contentSecurityPolicy })
        response.end(content)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The gallery's folder: the first test file of a run builds it, the others wait for it. */
async function builtGallery(): Promise<string> {
  const folder = join(inject('runFolder'), 'gallery')
  const unfinished = `${folder}-unfinished`
  const isFirst = await mkdir(`${folder}-begun`).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    const { build } = await import('vite')
    const configFile = fileURLToPath(new URL('../../vite.gallery.config.ts', import.meta.url))
    await build({ configFile, logLevel: 'error', build: { outDir: unfinished } })
    await rename(unfinished, folder)
  }
  for (let waited = 0; !(await isThere(folder)); waited += 100) {
    if (waited > 120_000)
      throw new Error('The gallery has not been built by the test file that began with it.')
    await delay(100)
  }
  return folder
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
