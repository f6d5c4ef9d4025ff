import { createHash } from 'node:crypto'
import type { Track, TrackFigures } from '@finlist/contract/track-record'
import { outcomeStates } from '@finlist/contract/track-record'
import { fewestPicks, findingOf, powerOf } from '@finlist/domain/outcome/finding'
import { type Difference, holm, type Interval, intervalOf } from '@finlist/domain/outcome/interval'
import type { CountedRow } from './store.ts'

const weekMs = 7 * 86_400_000

type Counted = CountedRow & { netWorst: number; netBest: number; twinWorst: number; twinBest: number }

/** What one track of a market's record says. `first` is the day of its first issue, `rows` come oldest first. */
export function figuresOf(
  track: Track,
  rows: readonly CountedRow[],
  { first, weeks, seed }: { first: string; weeks: number; seed: string },
): TrackFigures {
  const settled = rows.filter((row): row is Counted => row.stands && row.netWorst !== null && row.twinWorst !== null)
  const week = ({ issueDate }: CountedRow) => Math.round((Date.parse(issueDate) - Date.parse(first)) / weekMs)
  const worst = (row: Counted): Difference => ({ week: week(row), value: row.netWorst - row.twinWorst })
  const best = (row: Counted): Difference => ({ week: week(row), value: row.netBest - row.twinBest })
  const over = (name: string, differences: Difference[]) =>
    intervalOf(differences, { weeks, seed: sha256(`${seed}\n${track}\n${name}`) }) ?? null
  const enough = (name: string, differences: Difference[]) =>
    differences.length < fewestPicks ? null : over(name, differences)

  const cells = [
    ...cellsBy('year', settled, row => row.issueDate.slice(0, 4)),
    ...cellsBy('base', settled, row => row.pattern),
  ].map(({ rows: own, ...cell }) => ({
    ...cell,
    filled: own.length,
    interval: enough(`${cell.by} ${cell.name}`, own.map(worst)),
  }))
  const all = enough('all', settled.map(worst))
  const looked = [all, ...cells.map(cell => cell.interval)].filter(interval => interval !== null)
  const corrected = holm(looked.map(({ p }) => p))
  const pOf = (interval: Interval | null) => (interval ? corrected[looked.indexOf(interval)]! : 1)
  return {
    track,
    finding: findingOf(all, { filled: settled.length, cells: looked.length, p: pOf(all) }),
    all,
    best: enough('best', settled.map(best)),
    cells: cells.map(cell => ({ ...cell, interval: cell.interval && { ...cell.interval, p: pOf(cell.interval) } })),
    counts: countsOf(rows),
    alone: rows.filter(row => row.stands && row.netWorst !== null && row.twinWorst === null).length,
    dots: settled.map(row => [week(row), Math.round(1_000 * (row.netWorst - row.twinWorst))]),
    ...runsOf(settled, week),
    power:
      powerOf({
        deviation: deviationOf(settled.map(row => row.netWorst - row.twinWorst)),
        filled: settled.length,
        weeks,
      }) ?? null,
  }
}

function cellsBy<By extends 'year' | 'base'>(by: By, rows: readonly Counted[], name: (row: Counted) => string) {
  return [...Map.groupBy(rows, name)]
    .map(([name, rows]) => ({ by, name, rows }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function countsOf(rows: readonly CountedRow[]): TrackFigures['counts'] {
  const counts = Object.fromEntries(outcomeStates.map(state => [state, 0])) as TrackFigures['counts']
  for (const { state } of rows) counts[state] += 1
  return counts
}

/** The most losses one after the other, and the most weeks from a highest sum of nets to the next. */
function runsOf(settled: readonly Counted[], week: (row: Counted) => number) {
  let [run, worstRun, sum, top, topWeek, weeksUnder] = [0, 0, 0, 0, 0, 0]
  for (const row of settled) {
    run = row.netWorst < 0 ? run + 1 : 0
    worstRun = Math.max(worstRun, run)
    sum += row.netWorst
    weeksUnder = Math.max(weeksUnder, week(row) - topWeek)
    if (sum >= top) [top, topWeek] = [sum, week(row)]
  }
  return { worstRun, weeksUnder }
}

function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
