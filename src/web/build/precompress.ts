import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.map'])
/** Smaller files are not worth a compressed copy. */
const minBytes = 1024

const asGzip = promisify(gzip)
const asBrotli = promisify(brotliCompress)
const asZstd = promisify(zstdCompress)

interface BuildPlugin {
  name: string
  apply: 'build'
  writeBundle(options: { dir?: string }): Promise<void>
}

/** Vite plugin: writes `x.gz`, `x.br` and `x.zst` beside every text file of the build, for the server to send. */
export function precompress(): BuildPlugin {
  return {
    name: 'sextant-precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return
      for (const entry of await readdir(dir, { recursive: true })) {
        const path = join(dir, entry)
        if (compressible.has(extname(path)) && (await stat(path)).isFile()) await compressFile(path)
      }
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < minBytes) return
  const [gz, br, zst] = await Promise.all([
    asGzip(bytes, { level: 9 }),
    asBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    asZstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 17 } }),
  ])
  await Promise.all([writeFile(`${path}.gz`, gz), writeFile(`${path}.br`, br), writeFile(`${path}.zst`, zst)])
}
