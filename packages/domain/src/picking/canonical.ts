export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [name: string]: Canonical | undefined }

/**
 * The canonical JSON of a value (RFC 8785): names sorted by their UTF-16 code units, no spaces, numbers as JavaScript
 * writes them. Undefined members are left out.
 */
export function canonical(value: Canonical): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonical).join(',')}]`
  const names = Object.keys(value).filter(name => value[name] !== undefined)
  return `{${names
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map(name => `${JSON.stringify(name)}:${canonical(value[name]!)}`)
    .join(',')}}`
}

const isList = (value: object): value is readonly Canonical[] => Array.isArray(value)
