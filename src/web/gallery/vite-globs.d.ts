/** What Vite puts in place of such a call (its own types would bring every kind of import along). */
interface ImportMeta {
  glob<M>(
    patterns: string | readonly string[],
    options: { eager: true; query?: string; import?: string },
  ): Readonly<Record<string, M>>
}
