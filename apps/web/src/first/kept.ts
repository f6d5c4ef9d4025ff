/** A stored text, or undefined. */
export function keptText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** A stored object; empty where there is none. Its fields may hold anything. */
export function keptObject(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(keptText(key) ?? '')
    return typeof value === 'object' && value ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
