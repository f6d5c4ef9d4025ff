import { createHash } from 'node:crypto'
import type { Track, TrackFigures } from '@finlist/contract/track-record'
import { outcomeStates } from '@finlist/contract/track-record'
import { cellsOf } from '@finlist/domain/outcome/cells'
import { findingOf, powerOf } from '@finlist/domain/outcome/finding'
import { holm, type Interval } from '@finlist/domain/outcome/interval'
import type { CountedRow } from './rows.ts'

const weekMs = 7 * 86_400_000

type Settled = CountedRow & { netWorst: number; netBest: number; exitDate: string }
type Paired = Settled & { twinWorst: number; twinBest: number }

/**
 * The figures of one track of a market's record. `first` is the day of its first issue, `rows` are oldest first.
 * Confidence intervals are widened by the factor `widen`.
 */
export function figuresOf(
  track: Track,
  rows: readonly CountedRow[],
  { first, weeks, seed, widen }: { first: string; weeks: number; seed: string; widen: number },
): TrackFigures {
  const settled = rows.filter(isSettled)
  const paired = settled.filter((row): row is Paired => row.stands && row.twinWorst !== null)
  const week = (day: string) => Math.round((Date.parse(day) - Date.parse(first)) / weekMs)
  const picks = paired.map(row => ({
    week: week(row.issueDate),
    year: row.issueDate.slice(0, 4),
    base: row.pattern,
    worst: row.netWorst - row.twinWorst,
    best: row.netBest - row.twinBest,
  }))
  const { all, best, cells } = cellsOf(picks, { weeks, widen, seedOf: name => sha256(`${seed}\n${track}\n${name}`) })
  const looked = [all, ...cells.map(cell => cell.interval)].filter(interval => interval !== null)
  const corrected = holm(looked.map(({ p }) => p))
  const pOf = (interval: Interval | null) => (interval ? corrected[looked.indexOf(interval)]! : 1)
  return {
    track,
    finding: findingOf(all, { filled: paired.length, cells: looked.length, p: pOf(all) }),
    all,
    best,
    cells: cells.map(cell => ({ ...cell, interval: cell.interval && { ...cell.interval, p: pOf(cell.interval) } })),
    counts: countsOf(rows),
    settled: settled.length,
    alone: settled.filter(row => row.stands && row.twinWorst === null).length,
    dots: picks.map(({ week, worst }) => [week, Math.round(1_000 * worst)]),
    ...runsOf(settled, week),
    power:
      powerOf({
        deviation: deviationOf(picks.map(({ worst }) => worst)),
        filled: paired.length,
        weeks,
        widen,
      }) ?? null,
  }
}

function countsOf(rows: readonly CountedRow[]): TrackFigures['counts'] {
  const counts = Object.fromEntries(outcomeStates.map(state => [state, 0])) as TrackFigures['counts']
  for (const { state } of rows) counts[state] += 1
  return counts
}

const closed: ReadonlySet<CountedRow['state']> = new Set(['stop', 'target', 'time', 'gone'])

/** Whether the pick was entered and closed; its twins may still be open. */
const isSettled = (row: CountedRow): row is Settled =>
  closed.has(row.state) && row.netWorst !== null && row.exitDate !== null

/**
 * Over the picks in order of closing: the longest run of losses, and the longest time, in weeks, between two successive
 * peaks of the cumulative net return.
 */
function runsOf(settled: readonly Settled[], week: (day: string) => number) {
  const asClosed = settled.toSorted((one, other) =>
    one.exitDate < other.exitDate ? -1 : one.exitDate > other.exitDate ? 1 : 0,
  )
  let [run, worstRun, sum, top, topWeek, weeksUnder] = [0, 0, 0, 0, 0, 0]
  for (const row of asClosed) {
    run = row.netWorst < 0 ? run + 1 : 0
    worstRun = Math.max(worstRun, run)
    sum += row.netWorst
    weeksUnder = Math.max(weeksUnder, week(row.exitDate) - topWeek)
    if (sum >= top) [top, topWeek] = [sum, week(row.exitDate)]
  }
  return { worstRun, weeksUnder }
}

function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
