import type { LeaderboardRow } from '@finlist/contract/fintrainer'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ForbiddenError } from '../../api/call-error.ts'
import { Change } from '../../components/market-figures.tsx'
import { NoAccess } from '../../components/notices/no-access.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { GameFailed } from './GameFailed.tsx'
import { leaderboardOf, rankOf } from './queries.ts'
import { type Scenario, scenarios } from './scenarios.ts'

type Props = { scenario: Scenario; onClose: () => void }

/** Lazy-loaded. The best players of a scenario, of all time or of the current month. */
export default function Leaderboard({ scenario: first, onClose }: Props) {
  const t = useTranslation('fintrainer')
  const [scenario, setScenario] = useState(first)
  const [isAllTime, setAllTime] = useState(true)
  const [sortByTotalReturn, setByTotal] = useState(true)
  const rank = useQuery(rankOf(scenario))
  const rows = useQuery(leaderboardOf(scenario, { isAllTime, sortByTotalReturn }))
  return (
    <Dialog open onClose={onClose} title={t('board')} closeLabel={t('close')}>
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        <SegmentedControl
          legend={t('scenario')}
          options={scenarios.map(value => ({ value, label: t(`scenario.${value}`) }))}
          value={scenario}
          onChange={setScenario}
        />
        <SegmentedControl
          legend={t('board.period')}
          options={[
            { value: 'all', label: t('board.all-time') },
            { value: 'month', label: t('board.monthly') },
          ]}
          value={isAllTime ? 'all' : 'month'}
          onChange={value => setAllTime(value === 'all')}
        />
        <SegmentedControl
          legend={t('board.order')}
          options={[
            { value: 'total', label: t('board.total') },
            { value: 'average', label: t('board.average') },
          ]}
          value={sortByTotalReturn ? 'total' : 'average'}
          onChange={value => setByTotal(value === 'total')}
        />
      </div>
      <div className="mt-4 min-h-50" aria-busy={rows.isPending}>
        {rows.error ? (
          rows.error instanceof ForbiddenError ? (
            <NoAccess />
          ) : (
            <GameFailed error={rows.error} onRetry={() => void rows.refetch()} />
          )
        ) : !rows.data ? (
          <Skeleton className="h-50 w-full" />
        ) : rows.data.length === 0 ? (
          <EmptyState>{t('board.empty')}</EmptyState>
        ) : (
          <Rows rows={rows.data} byTotal={sortByTotalReturn} />
        )}
      </div>
      <p className="mt-3 text-12 text-faded">{t('board.note')}</p>
      {rank.error instanceof ForbiddenError && <NoAccess />}
    </Dialog>
  )
}

function Rows({ rows, byTotal }: { rows: readonly LeaderboardRow[]; byTotal: boolean }) {
  const t = useTranslation('fintrainer')
  const column = (label: string, sorted: boolean) => (
    <th scope="col" aria-sort={sorted ? 'descending' : undefined} className="figures py-1.5 font-strong">
      {label} <span className="font-normal text-faded">(%)</span>
    </th>
  )
  return (
    <table className="w-full text-13">
      <caption className="sr-only">{t('board')}</caption>
      <thead className="border-b border-ink text-12">
        <tr>
          <th scope="col" className="figures w-12 py-1.5 pr-4 font-strong">
            {t('board.place')}
          </th>
          <th scope="col" className="py-1.5 text-start font-strong">
            {t('board.name')}
          </th>
          {column(t('board.total'), byTotal)}
          {column(t('board.average'), !byTotal)}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, totalReturn, averageReturn, own }, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at} className={`h-9 border-b border-line ${own ? 'bg-accent-wash' : ''}`}>
            <td className="figures pr-4">{at + 1}</td>
            <th scope="row" className="wrap-anywhere">
              {name} {own && <Badge variant="accent">{t('board.you')}</Badge>}
            </th>
            <td className="figures">
              <Change value={totalReturn * 100} />
            </td>
            <td className="figures">{averageReturn === null ? '–' : <Change value={averageReturn * 100} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
