import { basename } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { mergeChunks, type SplitChunk } from './merge-chunks.ts'

/**
 * Vite plugin, and the name of the file of each shared module. The web is built twice: first as the bundler splits it,
 * one file for each set of documents, pages and dialogs that share modules, which makes hundreds of files. Then
 * `mergeChunks` decides which of them become one, because a hundred small files cost a visitor more than their bytes.
 */
export function shareChunks(first: InlineConfig) {
  let split: Promise<SplitChunk[]> | undefined
  const chunks = () => {
    split ??= splitOnce(first)
    // a failure is reported where it is awaited
    split.catch(() => undefined)
    return split
  }
  let names = new Map<string, string>()
  const plugin: Plugin = {
    name: 'sextant-share-chunks',
    apply: 'build',
    // both builds read the sources at the same time
    buildStart: () => void chunks(),
    async buildEnd(error) {
      if (error === undefined) names = namesOf(mergeChunks(await chunks()))
    },
  }
  return {
    plugin,
    name: (id: string): string | null => names.get(id) ?? null,
    /** the modules of which something is left in the first build */
    usedModules: async () => {
      const modules = (await chunks()).flatMap((chunk) => [...chunk.modules])
      return new Set(modules.flatMap(([id, length]) => (length > 0 ? id : [])))
    },
  }
}

/** The files into which the bundler splits the web by itself; nothing is written. */
async function splitOnce(config: InlineConfig): Promise<SplitChunk[]> {
  const output = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, cssMinify: false, modulePreload: false },
  })) as Rolldown.RolldownOutput
  return output.output.flatMap((chunk) =>
    chunk.type === 'chunk'
      ? {
          file: chunk.fileName,
          root: chunk.isEntry || chunk.isDynamicEntry ? chunk.facadeModuleId : null,
          imports: chunk.imports,
          dynamicImports: chunk.dynamicImports,
          modules: new Map(
            Object.entries(chunk.modules).map(([id, { renderedLength }]) => [id, renderedLength]),
          ),
        }
      : [],
  )
}

/** Module -> name of its file: that of its largest module, with a number where two files have the same. */
function namesOf(files: readonly ReadonlyMap<string, number>[]): Map<string, string> {
  const found = new Map<string, string>()
  const taken = new Map<string, number>()
  for (const modules of files) {
    const [largest = ''] = [...modules].toSorted(([, one], [, other]) => other - one)[0] ?? []
    const name =
      basename(largest.replace(/[?\0].*/, '')).replace(/(\.module|\.production)?\.\w+$/, '') || 'shared'
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    for (const id of modules.keys()) found.set(id, before === 0 ? name : `${name}-${before + 1}`)
  }
  return found
}
