/** What an address asks for, with changes; null takes a name away. */
export function changedQuery(query: string | URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
