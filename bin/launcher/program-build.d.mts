import type { Plugin } from 'vite'

/** Modules that run in a process or a thread of their own. */
export const programs: readonly string[]
/** Builds the programs into dist/programs unless they are there, made from the same sources. Answers their folder. */
export function ensurePrograms(): string
/** The code with the addresses of programs replaced by what `write` makes of the built one's path. */
export function withBuiltPrograms(code: string, write: (path: string) => string): string
/** For tests: their programs are built. */
export function builtPrograms(): Plugin
/** The address of a program, by its path, in a file of the folder. */
export function addressFrom(outDir: string): (path: string) => string
/** Whether the folder has all programs. */
export function arePrograms(folder: string): boolean
