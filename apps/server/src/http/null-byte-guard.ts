import * as z from 'zod/mini'

/** Returns the value; throws a validation error if one of its texts cannot be stored in PostgreSQL. */
export function nullByteGuard<T>(value: T): T {
  const path = pathOfUnstorable(value)
  if (path) throw new z.core.$ZodError([{ code: 'custom', path, message: 'not storable', input: value }])
  return value
}

/** The path of the first text in the value that contains a NUL or half of a surrogate pair. */
export function pathOfUnstorable(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  for (const key of Object.keys(value)) {
    const below = isStorable(key) ? pathOfUnstorable((value as Record<string, unknown>)[key]) : []
    if (below) return [key.replaceAll('\0', '').toWellFormed(), ...below]
  }
  return undefined
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
