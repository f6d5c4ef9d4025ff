import type Stripe from 'stripe'
import { tell } from './events.ts'
import type { Row, Store } from './store.ts'

/** A Stripe object; its `object` field is its kind in the store. */
export type Thing = Row & { readonly object: string }

/**
 * Changes fields of an object. If a value differs, records the event `type` with the previous values. Returns the new
 * object.
 */
export function update<T extends Thing>(store: Store, thing: T, values: Partial<T>, type?: Stripe.Event.Type): T {
  const after = { ...thing, ...values }
  const before = changed(thing, after)
  if (!before) return thing
  store.put(thing.object, after)
  if (type) tell(store, type, after, before)
  return after
}

/** Adds or replaces an object, and records the event `type` if given. */
export function add<T extends Thing>(store: Store, thing: T, type?: Stripe.Event.Type): T {
  store.put(thing.object, thing)
  if (type) tell(store, type, thing)
  return thing
}

/**
 * The previous values of changed fields, including single fields of nested objects; undefined if nothing has changed.
 */
function changed(before: object, after: object): Record<string, unknown> | undefined {
  const old: Record<string, unknown> = {}
  let found = false
  for (const [name, now] of Object.entries(after)) {
    const was = (before as Record<string, unknown>)[name]
    if (was === now) continue
    if (isPlain(was) && isPlain(now)) {
      const inner = changed(was, now)
      if (inner) [old[name], found] = [inner, true]
    } else if (!same(was, now)) [old[name], found] = [was ?? null, true]
  }
  for (const name of Object.keys(before)) if (!(name in after)) [old[name], found] = [before[name as never], true]
  return found ? old : undefined
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const same = (one: unknown, other: unknown) =>
  typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other)
