import type { FinderColumn, FinderFilter, Operation } from '@finlist/contract/finder'
import { baseVariants } from '@finlist/domain/finlist/pattern-kind'
import type { Sort } from '../../ui/sort.ts'
import type { ColumnKey } from './columns.tsx'

const filter = (column: FinderColumn, operation: Operation, from: number, to = -1): FinderFilter => ({
  column,
  operation,
  from,
  to,
})

type Preset = { key: string; filters: FinderFilter[]; sort: Sort<ColumnKey> }

/** Presets based on the strategy's guidance, each explained in finder.json. */
export const presets = [
  { key: 'leaders', filters: [filter('percival_score', 'gte', 90)], sort: { by: 'percivalScore', down: true } },
  {
    key: 'breakout',
    filters: [filter('percival_score', 'gte', 80), filter('closeChange', 'gt', 0)],
    sort: { by: 'volumeChange', down: true },
  },
  {
    key: 'near-buy-point',
    filters: [
      { column: 'pattern', operation: 'in', values: ['CUP', 'CWH', 'FB', 'DB', ...baseVariants] },
      filter('buyPointDistance', 'between', -5, 5),
    ],
    sort: { by: 'percivalScore', down: true },
  },
  {
    key: 'at-buy-point',
    filters: [
      { column: 'pattern', operation: 'in', values: ['CUP', 'CWH', 'FB', 'DB', ...baseVariants] },
      filter('buyPointDistance', 'between', -5, 5),
      filter('volumeMultiple', 'gt', 1.5),
    ],
    sort: { by: 'percivalScore', down: true },
  },
  {
    key: 'unhurried',
    filters: [filter('percival_score', 'gte', 80), filter('closeChange', 'between', 0, 5)],
    sort: { by: 'closeChange', down: false },
  },
  {
    key: 'liquid',
    filters: [filter('percival_score', 'gte', 70), filter('volume', 'gte', 10_000_000)],
    sort: { by: 'volume', down: true },
  },
  {
    key: 'setback',
    filters: [filter('percival_score', 'gte', 80), filter('closeChange', 'lte', -3)],
    sort: { by: 'closeChange', down: false },
  },
] as const satisfies readonly Preset[]
