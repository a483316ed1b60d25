/** The type of this call after Vite's transform (Vite's own types would add every kind of import). */
interface ImportMeta {
  glob<M>(
    patterns: string | readonly string[],
    options: { eager: true; query?: string; import?: string },
  ): Readonly<Record<string, M>>
}
