import { link, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { QueryFailed } from '../../connector-errors.ts'
import { bytesOfObject } from './bring-object.ts'
import type { LakeFile } from './lake-tables.ts'
import type { ObjectStore } from './object-store.ts'

const usualFooter = 65_536
const maxFooter = 64_000_000
/** the length of the footer, and `PAR1` */
const tailBytes = 8

/**
 * A file of the same length with nothing but the end of the object, which has the columns and their types; linked to all
 * of these paths.
 */
export async function placeStubs(
  store: ObjectStore,
  file: LakeFile,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const footer = await readFooter(store, file, signal)
  const [first = '', ...others] = paths
  await mkdir(dirname(first), { recursive: true })
  const stub = await open(first, 'w')
  try {
    await stub.truncate(file.size)
    await stub.write(footer, 0, footer.length, file.size - footer.length)
  } finally {
    await stub.close()
  }
  for (const path of others) {
    await mkdir(dirname(path), { recursive: true })
    await link(first, path)
  }
}

async function readFooter(store: ObjectStore, file: LakeFile, signal: AbortSignal): Promise<Buffer> {
  const last = async (count: number) => {
    const start = Math.max(0, file.size - count)
    return await bytesOfObject(store, file, { start, end: file.size - 1 }, signal)
  }
  const tail = await last(usualFooter)
  const isParquet = tail.length > tailBytes && tail.toString('latin1', tail.length - 4) === 'PAR1'
  const length = isParquet ? tail.readUInt32LE(tail.length - tailBytes) + tailBytes : Number.NaN
  if (!(length <= Math.min(file.size, maxFooter)))
    throw new QueryFailed(`The file ${file.path} is not Parquet, or it is damaged.`)
  return length <= tail.length ? tail : await last(length)
}
