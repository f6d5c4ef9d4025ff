import { deleteChart, type ListedChart, savedChart, savedCharts } from '@finlist/contract/charts/chart-storage'
import { resolutions } from '@finlist/domain/chart/spans'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { request } from '../../../api/request.ts'
import { formatDay } from '../../../components/market-dates.ts'
import { CallFailed } from '../../../components/notices/call-failed.tsx'
import { showAlert } from '../../../components/notices/show-alert.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import Dialog from '../../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type ChartDoc, readChart } from '../chart-doc.ts'
import { ToolButton } from '../ToolButton.tsx'
import type { Board } from '../use-board.ts'
import { chartList, own } from './queries.ts'
import { useFailure } from './use-failure.ts'

const Question = lazy(() => import('../../../ui/dialogs/confirm-dialog.tsx'))

type Props = {
  onOpen: (doc: ChartDoc, saved: NonNullable<Board['saved']>) => void
  onDeleted: (id: number) => void
  onClose: () => void
}

/** Lazy-loaded. Opens or deletes the user's saved charts. Charts in another program's format cannot be opened. */
export default function OpenDialog({ onOpen, onDeleted, onClose }: Props) {
  const t = useTranslation('chart-file')
  const tChart = useTranslation('chart')
  const queries = useQueryClient()
  const failed = useFailure()
  const list = useQuery({ ...chartList(), staleTime: 0 })
  const [deleting, setDeleting] = useState<ListedChart>()
  const open = async ({ id, name }: ListedChart) => {
    try {
      const { data } = await request(savedChart, { params: { id }, query: own })
      const doc = readChart(data.content)
      if (doc) onOpen(doc, { id, name, content: data.content })
      else await showAlert(t('open.foreign', { name }))
    } catch (error) {
      failed(error)
    }
  }
  const remove = async (yes: boolean) => {
    const chart = deleting
    setDeleting(undefined)
    if (!yes || !chart) return
    await request(deleteChart, { params: { id: chart.id }, query: own }).then(() => onDeleted(chart.id), failed)
    await queries.invalidateQueries({ queryKey: [savedCharts.path] })
  }
  const intervalOf = ({ resolution }: ListedChart) => {
    const known = resolutions.find(it => it === resolution)
    return known ? tChart(`interval.${known}`) : resolution
  }
  const charts = list.data?.data
  return (
    <Dialog open onClose={onClose} title={t('open')} closeLabel={t('close')}>
      {list.isError ? (
        <CallFailed error={list.error} onRetry={() => void list.refetch()} />
      ) : !charts ? (
        <Skeleton className="h-32 w-full" />
      ) : charts.length === 0 ? (
        <EmptyState>{t('open.none')}</EmptyState>
      ) : (
        <ul>
          {charts.map(chart => (
            <li key={chart.id} className="flex items-center gap-2 border-b border-line">
              <button
                type="button"
                onClick={() => void open(chart)}
                className="grid min-h-11 min-w-0 flex-1 px-1 py-1 text-start -outline-offset-2 hover:bg-wash"
              >
                <span className="truncate text-14 font-strong">{chart.name}</span>
                <span className="truncate text-12 text-faded">
                  {[chart.symbol, intervalOf(chart), formatDay(dayOf(chart.timestamp), 'short')]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
              <ToolButton label={t('delete.chart', { name: chart.name })} onClick={() => setDeleting(chart)}>
                <Trash2 size={16} aria-hidden />
              </ToolButton>
            </li>
          ))}
        </ul>
      )}
      {deleting && (
        <Suspense>
          <Question
            title={t('delete.chart', { name: deleting.name })}
            yesLabel={tChart('delete')}
            noLabel={tChart('cancel')}
            grave
            onAnswer={yes => void remove(yes)}
          >
            <p>{tChart('delete.question')}</p>
          </Question>
        </Suspense>
      )}
    </Dialog>
  )
}

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
