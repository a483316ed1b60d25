import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecretReference } from '#shared/config-form/secret-reference.ts'

/** A certificate chain with its key is smaller. */
const maxFileSize = 1_000_000

/**
 * The secret that an option refers to, or why there is none. Reads only variables and files whose names the reference
 * allows: the form of the name keeps it inside of the folder.
 */
export async function readSecret(
  { kind, name }: SecretReference,
  folder: string | null,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ secret: string } | { fault: string }> {
  if (kind === 'env') {
    const secret = environment[name]
    return secret ? { secret } : { fault: `the environment of the worker has no variable ${name}.` }
  }
  if (folder === null) return { fault: 'no folder of secrets is set (SEXTANT_SECRETS_FOLDER).' }
  try {
    const path = join(folder, name)
    const { size } = await stat(path)
    if (size > maxFileSize) return { fault: `the file ${name} is too large for a secret.` }
    const secret = (await readFile(path, 'utf8')).replace(/\r?\n$/, '')
    return secret === '' ? { fault: `the file ${name} is empty.` } : { secret }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const isMissing = code === 'ENOENT'
    return {
      fault: isMissing
        ? `the folder of secrets has no file ${name}.`
        : `the file ${name} cannot be read (${code}).`,
    }
  }
}
