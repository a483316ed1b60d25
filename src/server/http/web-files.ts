import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage } from './choose-language.ts'
import { addToVary } from './cors.ts'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const encodings = { br: '.br', zstd: '.zst', gzip: '.gz' } as const
type Encoding = keyof typeof encodings

export interface WebFile {
  path: string
  contentType: string
  etag: string
  /** the file name contains a hash of the content: browsers may keep it for a year */
  immutable: boolean
  /** precompressed copies, smallest first */
  variants: { encoding: Encoding; path: string; size: number }[]
  /** the same page in other languages, by locale */
  languages?: ReadonlyMap<string, { body: string; etag: string }>
}

/** Address (`/assets/index-1a2b.js`) -> file. */
export type WebFiles = ReadonlyMap<string, WebFile>

/**
 * Lists the files of a folder once, at the start. Requests are answered only from this list, so no address can reach
 * outside of the folder (docs/reference/promises.md#s18).
 */
export function listWebFiles(folder: string, prefix = '/'): WebFiles {
  const files = new Map<string, WebFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const address = relative(folder, path).split(sep).join('/')
    const contentType = contentTypes[extname(entry.name)]
    // dot folders hold internal files of the build
    if (!entry.isFile() || contentType === undefined || address.startsWith('.')) continue
    files.set(`${prefix}${address}`, {
      path,
      contentType,
      etag: `"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 27)}"`,
      immutable: address.startsWith('assets/'),
      variants: listVariants(path),
    })
  }
  return files
}

function listVariants(path: string): WebFile['variants'] {
  return Object.entries(encodings)
    .map(([encoding, ending]) => ({ encoding: encoding as Encoding, path: `${path}${ending}` }))
    .filter((variant) => existsSync(variant.path))
    .map((variant) => ({ ...variant, size: statSync(variant.path).size }))
    .sort((a, b) => a.size - b.size)
}

export async function sendWebFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
): Promise<FastifyReply> {
  reply.header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  reply.header('etag', file.etag)
  if (file.variants.length > 0) addToVary(reply, 'accept-encoding')
  const translated = translationOf(request, reply, file)
  if (translated !== undefined) {
    reply.header('etag', translated.etag)
    if (request.headers['if-none-match']?.includes(translated.etag)) return reply.code(304).send()
    return reply.header('content-type', file.contentType).send(translated.body)
  }
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send()
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  const variant = file.variants.find(({ encoding }) => accepted.has(encoding))
  if (variant !== undefined) reply.header('content-encoding', variant.encoding)
  return reply.header('content-type', file.contentType).send(await readFile(variant?.path ?? file.path))
}

function translationOf(request: FastifyRequest, reply: FastifyReply, { languages }: WebFile) {
  if (languages === undefined) return undefined
  addToVary(reply, 'accept-language')
  const locale = chooseLanguage([...languages.keys()], request.headers['accept-language'])
  return locale === null ? undefined : languages.get(locale)
}

/** The encodings named in Accept-Encoding with a weight above 0. */
export function acceptedEncodings(header: string | string[] | undefined): Set<string> {
  const accepted = new Set<string>()
  for (const item of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = item.trim().toLowerCase().split(';')
    const weight = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
    if (name !== '' && (weight === undefined || Number(weight.slice(2)) > 0)) accepted.add(name.trim())
  }
  return accepted
}
