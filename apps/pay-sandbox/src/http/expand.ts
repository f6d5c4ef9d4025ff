import { byId, includable } from '../includable.ts'
import { ApiError, type Form } from '../route.ts'
import type { Row, Store } from '../store.ts'

const mostExpanded = 50
const mostLevels = 4

export type Wanted = Map<string, Wanted>

/** Removes `expand[]` from the form and parses it. Throws a 400 if a path is too deep. */
export function takeExpand({ expand, ...rest }: Form): { wanted: Wanted; rest: Form } {
  const wanted: Wanted = new Map()
  if (expand === undefined || expand === '') return { wanted, rest }
  if (!Array.isArray(expand) || expand.length > mostExpanded) throw refused('Invalid array', 'expand')
  for (const path of expand) {
    if (typeof path !== 'string') throw refused('Invalid string', 'expand')
    const steps = path.split('.')
    if (steps.length > mostLevels)
      throw refused(`You cannot expand more than ${mostLevels} levels of a property. Property: ${path}`)
    let at = wanted
    for (const step of steps) {
      const next = at.get(step) ?? new Map<string, Wanted>()
      at.set(step, next)
      at = next
    }
  }
  return { wanted, rest }
}

/**
 * A copy of the row or list, in which the requested ids are replaced by their objects, and the requested extra fields
 * are added.
 */
export function expanded<T extends object>(store: Store, row: T, wanted: Wanted, above = ''): T {
  if (wanted.size === 0) return row
  const copy = { ...row } as Record<string, unknown>
  for (const [field, inner] of wanted) {
    const path = above + field
    const value = fieldOf(store, copy, field, path)
    if (value !== undefined) copy[field] = valueOf(store, value, inner, path)
  }
  return copy as T
}

function fieldOf(store: Store, row: Record<string, unknown>, field: string, path: string): unknown {
  const own = Object.hasOwn(row, field) ? row[field] : undefined
  if (typeof own === 'object' && own !== null) return own
  const extras = includable[String(row['object'])]
  if (extras && Object.hasOwn(extras, field)) return extras[field]?.(store, row as unknown as Row)
  if (own === undefined) throw cannot(path)
  return own
}

function valueOf(store: Store, value: unknown, wanted: Wanted, path: string): unknown {
  if (value === null) return null
  if (Array.isArray(value)) return value.map(one => valueOf(store, one, wanted, path))
  if (typeof value === 'object') return expanded(store, value, wanted, `${path}.`)
  const found = typeof value === 'string' ? byId(store, value) : undefined
  if (!found) throw cannot(path)
  return expanded(store, found, wanted, `${path}.`)
}

function cannot(path: string): ApiError {
  return refused(`This property cannot be expanded (${path}).`, 'expand')
}

function refused(message: string, param?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...(param && { param }) })
}
