/**
 * What so many accounts need: from what each kind of call was measured to take (`bench/capacity.ts`), how people use the
 * product, and how large a machine is. Peak figures; everything counted per second.
 */
export const kinds = ['check', 'memory', 'own', 'history', 'screen', 'write'] as const
export type Kind = (typeof kinds)[number]

/** Of one call: CPU of the server and of PostgreSQL, and bytes that leave. */
export type Cost = { appMicros: number; databaseMicros: number; bytes: number }
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

/** How people use it. Estimates: put your own in their place. */
export const habits = {
  /** Of all accounts, those that come on the busiest day. */
  onBusiestDay: 0.3,
  /** Of that day's visits, those within its busiest hour: the evening after a list is published. */
  inBusiestHour: 0.25,
  /** Calls of a visit: twenty screens and changes of one, each with its check. */
  visit: { check: 20, memory: 22, own: 10, history: 4, screen: 2, write: 1 } satisfies Record<Kind, number>,
  /** Letters and pushes that one account is sent on the busiest day. */
  letters: 1.2,
  /** Bytes of the rows of one account: sessions, devices, lists, alerts, inbox, messages. */
  rowBytes: 24_000,
  /** Stocks of the five markets and the years that are kept; bytes of a bar with its indexes. */
  stocks: 12_500,
  years: 10,
  barBytes: 160,
}
export type Habits = typeof habits

export const machine = { cores: 8, memoryGb: 32 }
/** A machine at half of its CPU answers as it does alone; beyond two thirds people wait. */
const atMost = 0.5

const workerMb = 250
const connectionsDirect = 3
const connectionsPooled = 19
/** Connections that are at work at once on a core of PostgreSQL. */
const atWorkOnACore = 4
const secondsOfHour = 3_600
const tradingDays = 250

export type Plan = Need & {
  accounts: number
  visitsInHour: number
  writesPerSecond: number
  lettersPerSecond: number
  workers: number
  appMachines: number
  databaseMachines: number
  /** Of all workers; those that have to be direct behind a pooler. */
  connections: number
  directConnections: number
  pooledAtWork: number
  databaseGb: number
}

export function planFor(accounts: number, costs: Costs, it: Habits = habits): Plan {
  const visitsInHour = accounts * it.onBusiestDay * it.inBusiestHour
  const load = Object.fromEntries(kinds.map(kind => [kind, (visitsInHour * it.visit[kind]) / secondsOfHour])) as Load
  const need = needOf(load, costs)
  const workers = Math.max(1, Math.ceil(need.appCores / atMost))
  const bars = it.stocks * it.years * tradingDays * it.barBytes
  const databaseCores = need.databaseCores / atMost
  return {
    ...need,
    accounts,
    visitsInHour,
    writesPerSecond: load.write ?? 0,
    lettersPerSecond: (accounts * it.letters) / (6 * secondsOfHour),
    workers,
    appMachines: Math.max(
      1,
      Math.ceil(Math.max(workers / machine.cores, (workers * workerMb) / 1_000 / machine.memoryGb)),
    ),
    databaseMachines: Math.max(1, Math.ceil(databaseCores / machine.cores)),
    connections: workers * (connectionsDirect + connectionsPooled),
    directConnections: workers * connectionsDirect,
    pooledAtWork: Math.max(24, Math.ceil(databaseCores * atWorkOnACore)),
    databaseGb: (bars + accounts * it.rowBytes) / 1e9,
  }
}

/** By how much what was foretold misses what was seen. */
export const missOf = (foretold: number, seen: number) => Math.abs(foretold - seen) / seen
