/**
 * What to insert for a name between two parts of a text: with the spaces that its place needs. After a dot a name of
 * several parts loses those that stand there.
 */
export function nameAsInserted(name: string, before: string, after: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const own = withoutSchema(name, line)
  const needsLead = /[\p{L}\p{N}_$)\],;"'`*}=<>+/%|-]$/u.test(line)
  const needsTail = /^[^\s.,;)\]:]/.test(after)
  return (needsLead ? ' ' : '') + own + (needsTail ? ' ' : '')
}

/** `public.` and `public.flights` make `public.flights`. */
function withoutSchema(name: string, before: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 && before.toLowerCase().endsWith(name.slice(0, dot + 1).toLowerCase())
    ? name.slice(dot + 1)
    : name
}
