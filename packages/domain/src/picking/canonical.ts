export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [name: string]: Canonical | undefined }

/**
 * The one way to write a value, as RFC 8785 has it: names in order of their UTF-16 units, no spaces, numbers as
 * JavaScript writes them. What is undefined is left out.
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
