import { mostScreened, type Screened, type ScreenedRow } from '@finlist/contract/screener'
import { padded } from '@finlist/domain/chart/padded'
import { symbolOf } from '@finlist/domain/chart/symbol'
import { marketOf } from '@finlist/domain/markets'
import { type FigureName, isFigure } from '@finlist/domain/screener/figures'
import { type MouseEvent, type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '../../../../api/query-client.ts'
import { formatDay } from '../../../../components/market-dates.ts'
import { CallFailed } from '../../../../components/notices/call-failed.tsx'
import { useSparks } from '../../../../components/small-charts/chosen.ts'
import { flipThrough } from '../../../../components/small-charts/shown-list.ts'
import { sparkGroups } from '../../../../components/small-charts/spark-groups.ts'
import { nameOf } from '../../../../components/stock-name.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { DataTable } from '../../../../ui/data-table.tsx'
import { useIsPhone } from '../../../../ui/is-phone.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { type Sort, sortedBy } from '../../../../ui/sort.ts'
import { SortMenu } from '../../../../ui/sort-menu.tsx'
import { useDrawn } from '../../../../ui/use-drawn.ts'
import { chartOf } from '../../chart-address.ts'
import type { SortKey } from '../address.ts'
import { startsDown, useHeads } from '../columns.tsx'
import { useFigureWords } from '../figure-words.ts'
import { type Asked, rowsOf } from '../queries.ts'
import type { Words } from '../value.tsx'
import { Card } from './Card.tsx'
import { Page } from './Page.tsx'
import { Row } from './Row.tsx'
import { usePages } from './use-pages.ts'

const rowsAtOnce = 40

type Props = {
  asked: Asked
  figures: readonly FigureName[]
  data: Screened
  busy: boolean
  compact: boolean
  caption: string
  textName: Words['textName']
  onSort: (sort: Sort<SortKey>) => void
}

/** The matches as a table or, on a phone, as cards. A press on one opens its chart. */
export function Rows({ asked, figures, data, busy, compact, caption, textName, onSort }: Props) {
  const t = useTranslation('screener')
  const { headOf } = useFigureWords()
  const phone = useIsPhone()
  const navigate = useNavigate()
  const [hasSparks] = useSparks()
  const heads = useHeads(figures, asked.markets, hasSparks)
  const { pages, hasMore, end } = usePages(JSON.stringify(asked), data.rows.length, data.matched, mostScreened)
  const first = useDrawn(data.rows, rowsAtOnce)
  // Rows are rendered again only if the words change, not at each render of the screen.
  const words = useMemo(() => ({ textName, yes: t('yes'), no: t('no') }), [t, textName])
  const { sort } = asked
  const choose = (by: SortKey) => onSort(sortedBy(sort, by, startsDown(by)))
  const given = (row: ScreenedRow) => ({
    row,
    figures,
    words,
    market: asked.markets.length > 1 ? t(`market.${marketOf(row.exchange).linkSuffix}`) : undefined,
    old: row.tradedOn && t('traded-on', { date: formatDay(row.tradedOn, 'short') }),
  })
  /** The rows fetched so far, so that the chart can step through them. */
  const flip = () => {
    const further = Array.from({ length: pages - 1 }, (_, at) =>
      queryClient.getQueryData(rowsOf(asked, figures, (at + 1) * mostScreened).queryKey),
    )
    flipThrough({
      title: caption,
      stocks: [data, ...further]
        .flatMap(page => page?.rows ?? [])
        .map(row => ({
          symbol: symbolOf(row),
          code: padded(row.exchange, row.stockCode),
          name: nameOf(row),
        })),
    })
  }
  const keyOf = ({ exchange, stockCode }: ScreenedRow) => `${exchange} ${stockCode}`
  const more = (
    waiting: ReactNode,
    inPlace: (content: ReactNode) => ReactNode,
    list: (rows: readonly ScreenedRow[]) => ReactNode,
  ) =>
    Array.from({ length: pages - 1 }, (_, at) => (
      <Page
        key={at + 1}
        asked={asked}
        figures={figures}
        from={(at + 1) * mostScreened}
        waiting={waiting}
        failed={(error, retry) => inPlace(<CallFailed error={error} onRetry={retry} />)}
      >
        {list}
      </Page>
    ))

  if (phone) {
    const sortedBy = isFigure(sort.by) ? sort.by : undefined
    const cards = (rows: readonly ScreenedRow[]) =>
      rows.map(row => <Card key={keyOf(row)} {...given(row)} headOf={headOf} sortedBy={sortedBy} />)
    const waiting = (
      <li className="border-b border-line px-4 py-2.5">
        <Skeleton className="h-11 w-full" />
      </li>
    )
    const keys = new Set<SortKey>(['code', 'name', ...figures, sort.by])
    return (
      <>
        <SortMenu
          label={t('sort')}
          options={[...keys].map(key => ({ key, label: isFigure(key) ? headOf(key) : t(`column.${key}`) }))}
          sort={sort}
          onSort={choose}
          upLabel={t('sort.up')}
          downLabel={t('sort.down')}
        />
        {/* The links in the cards open the charts. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <ul aria-label={caption} aria-busy={busy} onClick={flip} className="-mx-4">
          {cards(first)}
          {more(
            waiting,
            content => (
              <li>{content}</li>
            ),
            cards,
          )}
          {hasMore && <li ref={end} aria-hidden className="h-px" />}
        </ul>
      </>
    )
  }
  const whole = (content: ReactNode) => (
    <tr>
      <td colSpan={heads.length}>{content}</td>
    </tr>
  )
  const rows = (shown: readonly ScreenedRow[], page = shown) => {
    const groups = hasSparks ? sparkGroups(page.map(symbolOf)) : undefined
    return shown.map(row => <Row key={keyOf(row)} {...given(row)} among={groups?.get(symbolOf(row))} />)
  }
  const press = (event: MouseEvent) => {
    const target = event.target as Element
    const pressed = target.closest<HTMLElement>('tr[data-code]')
    if (!pressed) return
    flip()
    if (target.closest('a')) return
    const market = asked.markets.map(marketOf).find(({ linkSuffix }) => linkSuffix === pressed.dataset['market'])
    if (market) void navigate(chartOf(market, { stockCode: pressed.dataset['code']! }))
  }
  return (
    <DataTable
      caption={caption}
      columns={heads}
      busy={busy}
      compact={compact}
      stays={2}
      sort={sort}
      onSort={by => by !== 'market' && by !== 'spark' && choose(by)}
    >
      {/* For keyboard users, the links in the rows do the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <tbody onClick={press}>
        {rows(first, data.rows)}
        {more(whole(<Skeleton className="h-4 w-full" />), whole, page => rows(page))}
        {hasMore && (
          <tr ref={end} aria-hidden>
            <td colSpan={heads.length} className="h-px! border-0! p-0!">
              {''}
            </td>
          </tr>
        )}
      </tbody>
    </DataTable>
  )
}
