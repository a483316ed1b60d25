import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
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

/** Builds the gallery of visualizations into this folder. */
export async function buildGallery(folder: string): Promise<void> {
  const { build } = await import('vite')
  const configFile = fileURLToPath(new URL('../../vite.gallery.config.ts', import.meta.url))
  await build({ configFile, logLevel: 'error', build: { outDir: folder } })
}

/** Serves a built gallery under the product's own policy. */
export async function serveGallery(folder: string): Promise<GalleryUnderTest> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://gallery').pathname))
    readFile(join(folder, path)).then(
      (content) => {
        const type = mediaTypes[extname(path)] ?? 'application/octet-stream'
        response.writeHead(200, {
          'content-type': type,
          'content-security-policy': contentSecurityPolicy,
          // these have a hash in their name: a window loads and compiles them once
          'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        })
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
