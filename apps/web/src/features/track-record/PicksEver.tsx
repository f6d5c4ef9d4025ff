import type { Track, TrackedPick } from '@finlist/contract/track-record'
import { csvText, withNote } from '@finlist/domain/csv'
import type { ExchangeId } from '@finlist/domain/markets'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { queryClient } from '../../api/query-client.ts'
import { useDemoFiles } from '../../components/demo-files.ts'
import { failureText } from '../../components/failure-text.ts'
import { formatDay } from '../../components/market-dates.ts'
import { formatLevel, formatPrice } from '../../components/market-figures.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { showAlert } from '../../components/notices/show-alert.ts'
import { saveFile } from '../../components/save-file.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { points } from './points.ts'
import { picksOf } from './queries.ts'
import { YoungPicks } from './YoungPicks.tsx'

/**
 * `label`: names what the picks belong to, if that is not the record. Part of every heading and of every line of the
 * CSV.
 */
type Props = { of: ExchangeId; track: Track; firstIssue: string; asAt: string; label?: string }

const orders = ['newest', 'worst', 'best'] as const
type Order = (typeof orders)[number]
/** Filters of picks. Losses and gains may be realised or current. */
const kinds = {
  all: () => true,
  losses: ({ netWorst }) => netWorst !== null && netWorst < 0,
  gains: ({ netWorst }) => netWorst !== null && netWorst >= 0,
  unfilled: ({ netWorst }) => netWorst === null,
} satisfies Record<string, (pick: TrackedPick) => boolean>
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]
const atOnce = 20

/** All picks of a year with their outcomes. */
export function PicksEver({ of, track, firstIssue, asAt, label }: Props) {
  const t = useTranslation('track-record')
  const demo = useDemoFiles()
  const [first, last] = [firstIssue, asAt].map(day => Number(day.slice(0, 4))) as [number, number]
  const years = Array.from({ length: last - first + 1 }, (_, at) => String(last - at))
  const [year, setYear] = useState(String(last))
  const [order, setOrder] = useState<Order>('newest')
  const [kind, setKind] = useState<Kind>('all')
  const [shown, setShown] = useState(atOnce)
  const answer = useQuery(picksOf(of, track, Number(year)))
  const all = answer.data?.picks ?? []
  const once = all.filter(({ repeats }) => repeats === null)
  const picks = inOrder(once.filter(kinds[kind]), order)
  const title = label ? t('labelled', { title: t('picks'), label }) : t('picks')
  const save = useMutation({
    networkMode: 'always',
    async mutationFn() {
      const answers = await Promise.all(years.map(one => queryClient.fetchQuery(picksOf(of, track, Number(one)))))
      const file = demo.nameOf(label ? `${of}, ${label}` : `track record ${of} ${track}`)
      saveFile(
        file,
        csvOf(
          answers.flatMap(answer => answer.picks),
          [label, demo.note].filter(Boolean).join('; '),
        ),
        'text/csv',
      )
    },
    onError: error => void showAlert(failureText(error, t)),
  })
  return (
    <Section title={title}>
      <div className="mt-3 mb-4 flex flex-wrap items-end gap-3">
        <SelectField
          label={t('picks.year')}
          className="w-28"
          value={year}
          onChange={({ target }) => setYear(target.value)}
          options={years.map(value => ({ value, label: value }))}
        />
        <SelectField
          label={t('picks.kind')}
          className="w-44"
          value={kind}
          onChange={({ target }) => setKind(target.value as Kind)}
          options={kindNames.map(value => ({
            value,
            label: t(`picks.kind.${value}`, { count: once.filter(kinds[value]).length }),
          }))}
        />
        <SelectField
          label={t('picks.order')}
          className="w-52"
          value={order}
          onChange={({ target }) => setOrder(target.value as Order)}
          options={orders.map(value => ({ value, label: t(`picks.order.${value}`) }))}
        />
        <Button disabled={save.isPending} onClick={() => save.mutate()}>
          {t('picks.csv')}
        </Button>
      </div>
      {answer.data && answer.data.young > 0 && (
        <p className="mb-3 max-w-[72ch] text-13 text-faded">{t('picks.young', { count: answer.data.young })}</p>
      )}
      {track === 'published' && <YoungPicks key={of} of={of} />}
      {answer.isError ? (
        <CallFailed error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.isPending ? (
        <Skeleton className="h-60" />
      ) : picks.length === 0 ? (
        <p className="text-13 text-faded">{t(once.length === 0 ? 'picks.none' : 'picks.none.such')}</p>
      ) : (
        <Table caption={title} picks={picks.slice(0, shown)} />
      )}
      {all.length > once.length && (
        <p className="mt-3 max-w-[72ch] text-13 text-faded">{t('picks.again', { count: all.length - once.length })}</p>
      )}
      {picks.length > shown && (
        <div className="mt-4">
          <Button onClick={() => setShown(shown + 4 * atOnce)}>
            {t('picks.more', { count: picks.length - shown })}
          </Button>
        </div>
      )}
    </Section>
  )
}

function Table({ caption, picks }: { caption: string; picks: readonly TrackedPick[] }) {
  const t = useTranslation('track-record')
  const price = (value: number | null) => (value === null ? undefined : formatPrice(value))
  // Stops and targets are calculated, so they may be between two valid price steps.
  const level = (value: number | null) => (value === null ? undefined : formatLevel(value))
  const net = (value: number | null) => (value === null ? undefined : points(value))
  const name = ({ stockName, stockNameZh }: TrackedPick) =>
    currentLanguage() === 'zh' ? stockNameZh || stockName : stockName
  return (
    <FigureTable
      caption={caption}
      rows={picks}
      keyOf={({ issueDate, stockCode }) => `${issueDate} ${stockCode}`}
      columns={[
        {
          label: t('column.stock'),
          of: pick => (
            <>
              {pick.stockCode} <span className="font-normal text-faded">{name(pick)}</span>
            </>
          ),
        },
        { label: t('column.issue'), words: true, of: pick => formatDay(pick.issueDate, 'short') },
        { label: t('column.base'), words: true, of: pick => t(`base.${pick.patternType}`) },
        { label: t('column.outcome'), words: true, of: pick => t(`state.${pick.state}`) },
        { label: t('column.entry'), of: pick => price(pick.entry) },
        { label: t('column.exit'), of: pick => level(pick.exit) },
        { label: t('column.net'), unit: '%', of: pick => net(pick.netWorst) },
        {
          label: t('column.twins'),
          unit: '%',
          of: pick => (pick.entry === null ? undefined : (net(pick.twinWorst) ?? t('column.twins.none'))),
        },
        { label: t('column.market'), unit: '%', of: pick => net(pick.marketReturn) },
      ]}
    />
  )
}

/** Sorts picks. In an order by outcome, picks that were never filled come last. */
function inOrder(picks: readonly TrackedPick[], order: Order): readonly TrackedPick[] {
  if (order === 'newest') return picks
  const sign = order === 'worst' ? 1 : -1
  return picks.toSorted(
    (one, other) => sign * ((one.netWorst ?? sign * Infinity) - (other.netWorst ?? sign * Infinity)) || 0,
  )
}

const columns = [
  'issueDate',
  'stockCode',
  'stockName',
  'patternType',
  'buyPoint',
  'state',
  'repeats',
  'entryDate',
  'entry',
  'exitDate',
  'exit',
  'netWorst',
  'netBest',
  'marketReturn',
  'twins',
  'twinWorst',
] as const satisfies (keyof TrackedPick)[]

const csvOf = (picks: readonly TrackedPick[], note: string) =>
  csvText(withNote([columns, ...picks.map(pick => columns.map(column => pick[column] ?? ''))], note))
