/** Returns a stored text; undefined if there is none. */
export function keptText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Returns a stored object; empty if there is none. Its fields are not validated. */
export function keptObject(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(keptText(key) ?? '')
    return typeof value === 'object' && value ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
