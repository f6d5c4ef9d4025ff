import type { Row, Store } from './store.ts'

/** The current time for an object, in seconds: by its test clock or its customer's, otherwise by the global clock. */
export function timeOf(store: Store, row: object): number {
  const { test_clock: own, customer } = row as { test_clock?: unknown; customer?: unknown }
  const clock = typeof own === 'string' ? own : typeof customer === 'string' ? clockOf(store, customer) : null
  return nowBy(store, clock)
}

/** The test clock of the customer with this id; null if there is none. */
export function clockOf(store: Store, customer: string): string | null {
  return store.find<Row & { test_clock?: string | null }>('customer', customer)?.test_clock ?? null
}

export function nowBy(store: Store, clock: string | null): number {
  const frozen = clock ? store.find<Row & { frozen_time: number }>('test_helpers.test_clock', clock) : undefined
  return frozen?.frozen_time ?? store.now()
}
