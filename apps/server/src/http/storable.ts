import * as z from 'zod/mini'

/** The value, unless a text in it has the character NUL, which PostgreSQL cannot keep: then a fault of the shape. */
export function storable<T>(value: T): T {
  const path = pathOfNul(value)
  if (path) throw new z.core.$ZodError([{ code: 'custom', path, message: 'NUL', input: value }])
  return value
}

/** Where in the value there is a text with NUL. */
export function pathOfNul(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const below = key.includes('\0') ? [] : pathOfNul(part)
    if (below) return [key.replaceAll('\0', ''), ...below]
  }
  return undefined
}
