import type { Books, Row } from './books.ts'

/** Now, in seconds, for an object: its own or its customer's test clock, else the global clock. */
export function timeOf(books: Books, row: object): number {
  const { test_clock: own, customer } = row as { test_clock?: unknown; customer?: unknown }
  const clock = typeof own === 'string' ? own : typeof customer === 'string' ? clockOf(books, customer) : null
  return nowBy(books, clock)
}

/** The test clock of a customer, by its id. */
export function clockOf(books: Books, customer: string): string | null {
  return books.find<Row & { test_clock?: string | null }>('customer', customer)?.test_clock ?? null
}

export function nowBy(books: Books, clock: string | null): number {
  const frozen = clock ? books.find<Row & { frozen_time: number }>('test_helpers.test_clock', clock) : undefined
  return frozen?.frozen_time ?? books.now()
}
