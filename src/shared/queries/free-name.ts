/** The name, or the name with the first number that is free: `Flights by origin (2)`. Letters of either case are the same. */
export function freeName(name: string, taken: readonly string[], longest = 255): string {
  const known = new Set(taken.map(folded))
  let free = name
  for (let number = 2; known.has(folded(free)); number++) {
    const end = ` (${number})`
    free = name.slice(0, longest - end.length) + end
  }
  return free
}

function folded(name: string): string {
  return name.trim().toLowerCase()
}
