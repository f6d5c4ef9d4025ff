import type Stripe from 'stripe'
import { Queue } from './queue.ts'
import { clockOfRow, dueOf, type ScheduledKind, scheduledKinds } from './scheduler.ts'
import type { Row, Store } from './store.ts'
import { get } from './stripe-objects.ts'
import { add } from './update.ts'

/**
 * The maximum number of due actions that one call runs. The next call runs the rest, each at the time when it was due.
 */
const mostAtOnce = 20_000

/**
 * Runs the actions that are due by the global clock and by each test clock, in order of time. Must be called within a
 * change.
 */
export function runDue(store: Store): void {
  const agenda = agendaOf(store)
  let left = play(store, agenda, null, store.now(), mostAtOnce)
  for (const clock of store.by<Stripe.TestHelpers.TestClock>('test_helpers.test_clock', 'status', 'advancing')) {
    const target = clock.status_details.advancing?.target_frozen_time ?? clock.frozen_time
    left = play(store, agenda, clock.id, target, left)
    if (left === 0) return
    const now = get(store, 'test_helpers.test_clock', clock.id)
    add(store, { ...now, frozen_time: target, status: 'ready', status_details: {} }, 'test_helpers.test_clock.ready')
  }
}

/**
 * Starts moving all test clocks that are behind the global clock; the next `runDue` moves them. Must be called within a
 * change.
 */
export function bringTestClocks(store: Store): void {
  const target = store.now()
  for (const clock of store.by<Stripe.TestHelpers.TestClock>('test_helpers.test_clock', 'status', 'ready'))
    if (clock.frozen_time < target)
      store.put('test_helpers.test_clock', {
        ...clock,
        status: 'advancing',
        status_details: { advancing: { target_frozen_time: target } },
      })
}

/**
 * Moves the global clock forward by whole seconds, and runs the actions that become due. Must be called within a
 * change.
 */
export function advance(store: Store, seconds: number): void {
  const ahead = store.find<Row & { ahead: number }>('_clock', 'global')?.ahead ?? 0
  store.put('_clock', { id: 'global', ahead: ahead + seconds } as Row)
  runDue(store)
}

/**
 * Runs the actions that are due by one clock until `until`, in order of time, at most `most`. Returns how many more may
 * run.
 */
function play(store: Store, agenda: Agenda, clock: string | null, until: number, most: number): number {
  for (let left = most; left > 0; left--) {
    const next = agenda.next(clock, until)
    if (!next) {
      agenda.played.set(clock, until)
      return left
    }
    const at = Math.max(next.at, agenda.played.get(clock) ?? 0)
    agenda.played.set(clock, at)
    if (clock) {
      const now = get(store, 'test_helpers.test_clock', clock)
      store.put('test_helpers.test_clock', { ...now, frozen_time: Math.max(now.frozen_time, at) })
      next.play()
    } else store.at(at, next.play)
    agenda.heard(next.kind, next.id, store.find(next.kind, next.id))
  }
  return 0
}

const agendas = new WeakMap<Store, Agenda>()

function agendaOf(store: Store): Agenda {
  let agenda = agendas.get(store)
  if (!agenda) {
    agendas.set(store, (agenda = new Agenda(store)))
    store.follow((kind, id, row) => agenda?.heard(kind, id, row))
  }
  return agenda
}

type Entry = { at: number; rank: number; kind: ScheduledKind; id: string }

/**
 * Index of the next due action of each object, by clock. It is updated with every change; outdated entries are skipped.
 */
class Agenda {
  /** The time up to which each clock's actions have been run. */
  readonly played = new Map<string | null, number>()
  readonly #store: Store
  readonly #queues = new Map<string | null, Queue<Entry>>()
  /** The current entry of each queued object. */
  readonly #standing = new Map<string, Entry>()

  constructor(store: Store) {
    this.#store = store
  }

  heard(kind: string, id: string, row: Row | undefined): void {
    if (kind === '_told') return this.#heardTimely('subscription', id, this.#store.find('subscription', id))
    if (isTimely(kind)) this.#heardTimely(kind, id, row)
  }

  next(clock: string | null, until: number): { at: number; kind: ScheduledKind; id: string; play(): void } | undefined {
    const queue = this.#queues.get(clock)
    for (let first = queue?.first; queue && first && first.at <= until; first = queue.first) {
      queue.take()
      const { at, kind, id } = first
      const key = `${kind} ${id}`
      if (this.#standing.get(key) !== first) continue
      this.#standing.delete(key)
      const row = this.#store.find(kind, id)
      const due = row && dueOf(this.#store, kind, row)
      if (due?.at === at) return { at, kind, id, play: due.run }
      this.heard(kind, id, row)
    }
    return undefined
  }

  #heardTimely(kind: ScheduledKind, id: string, row: Row | undefined): void {
    const key = `${kind} ${id}`
    const due = row && dueOf(this.#store, kind, row)
    const standing = this.#standing.get(key)
    if (!row || !due) {
      if (standing) this.#standing.delete(key)
      return
    }
    if (standing?.at === due.at && standing.rank === due.rank) return
    const entry = { at: due.at, rank: due.rank, kind, id }
    this.#standing.set(key, entry)
    const clock = clockOfRow(this.#store, kind, row)
    let queue = this.#queues.get(clock)
    if (!queue) this.#queues.set(clock, (queue = new Queue<Entry>(isBefore)))
    queue.add(entry)
  }
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.at < other.at || (one.at === other.at && one.rank < other.rank)
const isTimely = (kind: string): kind is ScheduledKind => (scheduledKinds as readonly string[]).includes(kind)
