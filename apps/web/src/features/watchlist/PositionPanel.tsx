import type { Watchlist, WatchlistStock } from '@finlist/contract/watchlist'
import { currencyOf } from '@finlist/domain/markets'
import { disciplineOf, figuresOf, limits } from '@finlist/domain/watchlist/figures'
import type { ReactNode } from 'react'
import { formatDay } from '../../components/market-dates.ts'
import { formatLevel, formatPrice } from '../../components/market-figures.tsx'
import { StockPanel } from '../../components/stock/stock-panel.tsx'
import { Term } from '../../components/term.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { ActionsSince } from './ActionLines.tsx'
import { awayOf, distance, Standing } from './DisciplineLine.tsx'
import { amount, none, Price, Profit } from './figures.tsx'
import { Note } from './Note.tsx'
import { DelistedSign } from './own-signs.tsx'

type Props = {
  list: Watchlist
  stock: WatchlistStock
  among: readonly WatchlistStock[]
  onStep: (id: number) => void
  onClose: () => void
}

/**
 * Lazy-loaded. A position's figures, its chart, the company's business, and the position's state according to the
 * guidance.
 */
export default function PositionPanel({ list, stock, among, onStep, onClose }: Props) {
  const t = useTranslation('watchlist')
  const ids = among.map(({ watchlistStockId }) => String(watchlistStockId))
  return (
    <StockPanel
      exchange={stock.exchange}
      stock={stock}
      id={String(stock.watchlistStockId)}
      among={ids}
      onStep={id => onStep(Number(id))}
      onClose={onClose}
      figures={<Figures stock={stock} />}
      marks={[{ price: stock.buyPrice, label: t('column.buyPrice') }]}
    >
      <Note key={stock.watchlistStockId} list={list} stock={stock} />
      <ActionsSince list={list} stock={stock} />
      <Discipline stock={stock} />
    </StockPanel>
  )
}

function Figures({ stock }: { stock: WatchlistStock }) {
  const t = useTranslation('watchlist')
  const { cost, totalValue } = figuresOf(stock)
  const currency = currencyOf[stock.exchange]
  return (
    <>
      <dl className="mt-2 grid grid-cols-2 gap-x-6 md:grid-cols-3">
        <Fact name={t('column.price')}>
          <Price stock={stock} />
        </Fact>
        <Fact name={t('column.buyPrice')}>{formatPrice(stock.buyPrice)}</Fact>
        <Fact name={t('column.shares')}>{stock.shares.toLocaleString('en')}</Fact>
        <Fact name={`${t('column.cost')} ${currency}`}>{amount(cost)}</Fact>
        <Fact name={`${t('column.totalValue')} ${currency}`}>{amount(totalValue)}</Fact>
        <Fact name={`${t('column.profit')} ${currency}`}>
          <Profit stock={stock} />
        </Fact>
      </dl>
      <DelistedSign stock={stock} />
      {stock.priceDate && <p className="pt-1 text-12 text-faded">{t('as-at', { date: formatDay(stock.priceDate) })}</p>}
    </>
  )
}

function Discipline({ stock }: { stock: WatchlistStock }) {
  const t = useTranslation('watchlist')
  const found = disciplineOf(stock)
  if (!found) return null
  const range = ([from, to]: readonly [number, number]) =>
    t('discipline.range', { from: formatLevel(Math.min(from, to)), to: formatLevel(Math.max(from, to)) })
  const levels = {
    stop: range(found.stop),
    chase: formatLevel(found.chaseLimit),
    target: range(found.target),
    average: stock.average50 === null ? none : formatLevel(stock.average50),
  }
  return (
    <section className="mt-6">
      <h3 className="mb-2 border-b border-ink pb-1 text-13 font-strong">{t('discipline')}</h3>
      <Standing stock={stock} found={found} />
      <dl className="mt-2 border-t border-line">
        {awayOf(stock, found).map(({ name, percent }) => (
          <div key={name} className="flex items-baseline gap-4 border-b border-line py-1.5 text-14">
            <dt className="flex-1 text-faded">
              <Term of={name}>{t(`discipline.${name}`, limits)}</Term>
            </dt>
            <dd className="figures">{levels[name]}</dd>
            <dd className="figures w-20 shrink-0 text-13 text-faded">{distance(percent)}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-2 text-12 text-faded">{t('discipline.note')}</p>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="border-b border-line py-2">
    <dt className="text-12 text-faded">{name}</dt>
    <dd className="figures text-start text-14 font-strong">{children}</dd>
  </div>
)
