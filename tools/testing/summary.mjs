// The summary that a test run prints at its end. Must be valid for Node 20.
import { tellFailure } from './records.mjs'

/** A test that takes longer should be tagged `slow`. */
const slowFromMs = 2_000

/** Seconds that each group may take in `npm test` on a machine with two idle cores. */
export const fastBudgets = { checks: 40, unit: 25, server: 150, sandbox: 10, components: 90, stories: 180 }
const mostListed = 10

/** Prints failures, time per group, the slowest tests and the count; returns whether every test passed. */
export function summarise(records, { cores, wallMs = {}, budgets, crashes = [], tookMs, print = console.log }) {
  const failed = records.filter(({ state }) => state === 'failed')
  if (failed.length > 0) print(`\nFailed:\n\n${failed.map(tellFailure).join('\n\n')}`)
  if (crashes.length > 0) print(`\n${crashes.filter(Boolean).join('\n')}`)
  printGroups(records, { cores, wallMs, budgets, print })
  const slowest = records.filter(({ group }) => group !== 'checks').toSorted((one, other) => other.ms - one.ms)
  if (slowest.length > mostListed) print(`\nSlowest tests:\n${slowest.slice(0, mostListed).map(lineOf).join('\n')}`)
  const unmarked = unmarkedSlow(records)
  if (unmarked.length > 0)
    print(
      `\nOver ${slowFromMs / 1_000} s here and not tagged slow:\n${unmarked.slice(0, mostListed).map(lineOf).join('\n')}`,
    )
  if (tookMs) print(`\nThe whole run took ${(tookMs / 60_000).toFixed(1)} minutes.`)
  const count = state => records.filter(record => record.state === state).length
  print(`\n${count('passed')} passed, ${failed.length} failed, ${count('skipped')} skipped`)
  return failed.length === 0
}

/** The vitest tests that are too slow for `npm test` but not tagged slow, slowest first. */
export function unmarkedSlow(records) {
  return records
    .filter(({ group, ms, isSlow }) => group !== 'checks' && group !== 'stories' && !isSlow && ms > slowFromMs)
    .toSorted((one, other) => other.ms - one.ms)
}

/** Combines several records of the same tests: one per test, with its median time and its worst state. */
export function medians(rounds) {
  const byName = groupedBy(rounds.flat(), 'name')
  return [...byName.values()].map(same => {
    const times = same.map(({ ms }) => ms).toSorted((one, other) => one - other)
    return { ...(same.find(({ state }) => state === 'failed') ?? same[0]), ms: times[Math.floor(times.length / 2)] }
  })
}

function printGroups(records, { cores, wallMs, budgets, print }) {
  const groups = groupedBy(records, 'group')
  const rows = Object.keys(fastBudgets).flatMap(group => {
    const tests = groups.get(group)
    if (!tests) return []
    const ms = tests.reduce((sum, record) => sum + record.ms + (record.overheadMs ?? 0), 0)
    const seconds = (wallMs[group] ?? ms / cores) / 1_000
    const budget = budgets?.[group]
    const verdict = budget ? `${`${budget} s`.padStart(10)}${seconds > budget ? '  over' : ''}` : ''
    return [
      `  ${group.padEnd(12)}${String(tests.length).padStart(6)}${`${seconds.toFixed(0)} s`.padStart(10)}${verdict}`,
    ]
  })
  if (rows.length === 0) return
  const head = `  ${'group'.padEnd(12)}${'tests'.padStart(6)}${'time'.padStart(10)}${budgets ? 'budget'.padStart(10) : ''}`
  print(`\n${[head, ...rows].join('\n')}`)
}

/** `Map.groupBy`, which Node 20 lacks. */
function groupedBy(records, property) {
  const groups = new Map()
  for (const record of records) {
    const group = groups.get(record[property])
    if (group) group.push(record)
    else groups.set(record[property], [record])
  }
  return groups
}

const lineOf = ({ name, ms }) => `  ${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`
