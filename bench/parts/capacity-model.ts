/**
 * Computes what a number of accounts needs in the busiest hour, from the measured cost of each kind of call
 * (`bench/capacity.ts`), the way people use the product, and the size of a machine.
 */
export const kinds = ['check', 'memory', 'own', 'history', 'screen', 'write', 'renew', 'minute', 'meet'] as const
export type Kind = (typeof kinds)[number]

export const meaning: Record<Kind, string> = {
  check: 'the device check before a call, of a person the worker knows',
  memory: 'a list, a market’s state, an account: what the worker remembers',
  own: 'an inbox, alerts: read for the person each time',
  history: 'ten years of a chart whose bars the worker does not remember',
  screen: 'a screen of Finder',
  write: 'a change of a watchlist',
  renew: 'a new token for a session, every ten minutes',
  minute: 'a device’s first call in a minute: the person is read, the device noted',
  meet: 'a call of a person whom this worker has to read: new to it, or changed since',
}

/** The cost of one call: CPU of the server and of PostgreSQL, and bytes sent. */
type Cost = { appMicros: number; databaseMicros: number; bytes: number }
export type Costs = Record<Kind, Cost>
/** Calls per second. */
export type Load = Partial<Record<Kind, number>>

export type Need = { perSecond: number; appCores: number; databaseCores: number; megabitsPerSecond: number }

export function needOf(load: Load, costs: Costs): Need {
  const sum = (of: (cost: Cost) => number) => kinds.reduce((all, kind) => all + (load[kind] ?? 0) * of(costs[kind]), 0)
  return {
    perSecond: sum(() => 1),
    appCores: sum(({ appMicros }) => appMicros) / 1e6,
    databaseCores: sum(({ databaseMicros }) => databaseMicros) / 1e6,
    megabitsPerSecond: (sum(({ bytes }) => bytes) * 8) / 1e6,
  }
}

/** How people use the product, and how much data the markets have. These are estimates; replace them with your own. */
export const habits = {
  /** Fraction of all accounts that use the product on the busiest day. */
  onBusiestDay: 0.3,
  /** Fraction of that day's visits that fall within its busiest hour, the evening after a list is published. */
  inBusiestHour: 0.25,
  /** The calls of one visit: twenty screens and one change, each with its device check. */
  visit: { check: 20, memory: 22, own: 10, history: 4, screen: 2, write: 1, renew: 1.5 },
  /** Number of minutes of a visit in which at least one call is made. */
  minutes: 6,
  /**
   * `letters`: the number of e-mails and push messages sent to an account on the busiest day. `letterHours`: the
   * number of hours in which they are sent.
   */
  letters: 1.2,
  letterHours: 6,
  /** Bytes of one account's rows: sessions, devices, lists, alerts, inbox, messages. */
  rowBytes: 24_000,
  /**
   * The number of stocks of the five markets, the number of years stored for each stock, and the bytes of a bar with
   * its index entry.
   */
  stocks: 12_500,
  years: 10,
  barBytes: 160,
}
export type Habits = typeof habits

/**
 * The size of a machine, and the fraction of its CPU that may be in use. At half load it responds as fast as when idle.
 */
const machines = { cores: 8, memoryGb: 32, share: 0.5 }

/** The CPU time that the app and PostgreSQL take to notify one more worker of a change. */
export type NoticeCost = { appMicros: number; databaseMicros: number }

export type Plan = Need & {
  accounts: number
  visitsInHour: number
  writesPerSecond: number
  noticesPerSecond: number
  /** Number of cores that PostgreSQL needs for notices alone. Included in `databaseCores`. */
  noticeCores: number
  lettersPerSecond: number
  workers: number
  appMachines: number
  databaseMachineCores: number
  /** `connections`: those of all workers. `directConnections`: those that must bypass the pooler, if there is one. */
  connections: number
  directConnections: number
  databaseGb: number
}

const secondsOfHour = 3_600
const tradingDays = 250
const workerMb = 470
const connectionsOfAWorker = { all: 22, direct: 3 }

/**
 * Computes what this number of accounts needs. `isKept`: the load balancer keeps each user on one machine, so that only
 * that machine's workers read and cache the user; otherwise any worker may receive the user's calls.
 */
export function planFor(
  accounts: number,
  costs: Costs,
  notice: NoticeCost,
  { isKept = false, it = habits }: { isKept?: boolean; it?: Habits } = {},
): Plan {
  const visitsInHour = accounts * it.onBusiestDay * it.inBusiestHour
  const visitsPerSecond = visitsInHour / secondsOfHour
  const callsInMinute = Object.values(it.visit).reduce((sum, count) => sum + count, 0) / it.minutes
  const noticesPerSecond = visitsPerSecond * it.visit.write

  const needWith = (workers: number) => {
    const asked = isKept ? Math.min(workers, machines.cores) : workers
    // The first worker that a user calls in a minute records that the user was active. Every other worker that the user
    // calls in that minute reads the user or finds the activity recorded, which costs less.
    const met = it.minutes * (asked * (1 - (1 - 1 / asked) ** callsInMinute) - 1)
    const visit: Load = { ...it.visit, check: it.visit.check - it.minutes - met, minute: it.minutes, meet: met }
    const load = Object.fromEntries(kinds.map(kind => [kind, (visit[kind] ?? 0) * visitsPerSecond])) as Load
    const need = needOf(load, costs)
    const heard = (noticesPerSecond * workers) / 1e6
    return {
      ...need,
      appCores: need.appCores + heard * notice.appMicros,
      databaseCores: need.databaseCores + heard * notice.databaseMicros,
      noticeCores: heard * notice.databaseMicros,
    }
  }
  const workers = fixed(count => Math.max(1, Math.ceil(needWith(count).appCores / machines.share)))
  const need = needWith(workers)
  const bars = it.stocks * it.years * tradingDays * it.barBytes
  return {
    ...need,
    accounts,
    visitsInHour,
    writesPerSecond: visitsPerSecond * it.visit.write,
    noticesPerSecond,
    lettersPerSecond: (accounts * it.letters) / (it.letterHours * secondsOfHour),
    workers,
    appMachines: Math.ceil(Math.max(workers / machines.cores, (workers * workerMb) / 1_000 / machines.memoryGb)),
    databaseMachineCores: Math.max(2, Math.ceil(need.databaseCores / machines.share)),
    connections: workers * connectionsOfAWorker.all,
    directConnections: workers * connectionsOfAWorker.direct,
    databaseGb: (bars + accounts * it.rowBytes) / 1e9,
  }
}

/**
 * Returns the smallest number of workers that can bear the load which that number of workers causes. With more workers,
 * each user is read by more of them, which may again require more workers.
 */
function fixed(next: (count: number) => number): number {
  for (let count = 1; ; ) {
    const asked = next(count)
    if (asked <= count) return count
    count = asked
  }
}

/** The relative error of a predicted value. */
export const missOf = (foretold: number, seen: number) => Math.abs(foretold - seen) / seen
