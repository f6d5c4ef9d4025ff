import {
  type MarketData,
  marketData,
  movesListed,
  recordMove,
  releaseMove,
  type UnconfirmedMove,
} from '@finlist/contract/staff/data'
import type { ExchangeId } from '@finlist/domain/markets'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../../api/query-client.ts'
import { Link } from '../../../components/link.tsx'
import { formatDay } from '../../../components/market-dates.ts'
import { formatPrice, formatVolume } from '../../../components/market-figures.tsx'
import { nameOf } from '../../../components/stock-name.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Section } from '../../../ui/section.tsx'
import { Decisions } from './Decisions.tsx'
import { Evidence } from './Evidence.tsx'
import { useChange } from './use-change.ts'

type Props = { exchange: ExchangeId; market: Pick<MarketData, 'moves' | 'movesInAll' | 'decisions' | 'search'> }

/**
 * Unexplained moves, each to be confirmed as correct or recorded as the split it resembles, and the decisions so far.
 */
export function MovesSection({ exchange, market }: Props) {
  const t = useTranslation('admin')
  const { movesInAll: inAll, decisions, search } = market
  const [turned, setTurned] = useState(1)
  const page = Math.max(1, Math.min(turned, Math.ceil(inAll / movesListed)))
  const other = useQuery({
    ...callQuery(marketData, { query: { exchange, page } }),
    enabled: page > 1,
    placeholderData: keepPreviousData,
  })
  const moves = (page > 1 && other.data?.moves) || market.moves
  const first = (page - 1) * movesListed + 1
  return (
    <Section title={t('data.moves')} beside={<p className="text-12 text-faded">{t('data.moves.about')}</p>}>
      {search && <output className="block py-3 text-13 text-faded">{t('data.searching', search)}</output>}
      {moves.length === 0 ? (
        <EmptyState>{t('data.moves.none')}</EmptyState>
      ) : (
        <ul
          aria-label={t('data.moves')}
          aria-busy={page > 1 && other.isPlaceholderData}
          className="aria-busy:opacity-55"
        >
          {moves.map(move => (
            <Move key={`${move.stockCode} ${move.date} ${move.kind}`} exchange={exchange} move={move} />
          ))}
        </ul>
      )}
      {inAll > moves.length && (
        <Pager
          label={t('data.moves.pages')}
          shown={t('data.moves.shown', { first, last: first + moves.length - 1, total: inAll })}
          {...(page > 1 && { back: { label: t('data.moves.back'), onPress: () => setTurned(page - 1) } })}
          {...(page * movesListed < inAll && { on: { label: t('data.moves.on'), onPress: () => setTurned(page + 1) } })}
        />
      )}
      <Decisions exchange={exchange} decisions={decisions} />
    </Section>
  )
}

function Move({ exchange, move }: { exchange: ExchangeId; move: UnconfirmedMove }) {
  const t = useTranslation('admin')
  const release = useChange(releaseMove)
  const record = useChange(recordMove)
  const [isOpen, setOpen] = useState(false)
  const [ratio, setRatio] = useState<{ numerator: string; denominator: string }>()
  const { stockCode, date, previousClose, close, kind, volumeBefore, volumeAfter, likely, changes, doubted } = move
  const of = { exchange, stockCode, date, kind }
  const named = { stock: stockCode, date: formatDay(date, 'short') }
  const busy = release.isPending || record.isPending
  const isAction = kind === 'action'
  const small = 'px-3 font-normal md:min-h-8 md:text-13'
  return (
    <li className="border-b border-line py-3 text-13">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-strong">{stockCode}</span> {nameOf(move)}{' '}
          <span className="block text-faded">
            {named.date} · {formatPrice(previousClose)} → {formatPrice(close)}{' '}
            <span className="inline-flex flex-wrap gap-1">
              {kind === 'spike' && <Badge>{t('data.spike')}</Badge>}
              {doubted.map(({ kind: reported, numerator, denominator, amount, currency }) => (
                <Badge key={reported}>
                  {t(amount === null ? 'data.doubted.ratio' : 'data.doubted.amount', {
                    kind: t(`data.action.${reported}`),
                    numerator: numerator ?? '',
                    denominator: denominator ?? '',
                    amount: amount ?? '',
                    currency: currency ?? '',
                  })}
                </Badge>
              ))}
              {kind === 'unit' && <Badge>{t('data.unit')}</Badge>}
              {kind === 'split' && likely && <Badge>{t('data.split', likely)}</Badge>}
              {changes.map(
                change =>
                  (change !== 'charts' || changes.length === 1) && (
                    <Badge key={change}>{t(`data.changes.${change}`)}</Badge>
                  ),
              )}
            </span>
            {kind === 'unit' && (
              <span className="block">
                {t('data.unit.advice')}{' '}
                <Link to="/admin/upload?form=prices" className="text-accent underline">
                  {t('data.unit.load')}
                </Link>
              </span>
            )}
            {volumeBefore !== null && volumeAfter !== null && (
              <span className="block">
                {t('data.volumes', { before: formatVolume(volumeBefore), after: formatVolume(volumeAfter) })}
              </span>
            )}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="quiet"
            className={small}
            aria-expanded={isOpen}
            aria-label={t(isAction ? 'data.evidence.reported' : 'data.evidence.named', named)}
            onClick={() => setOpen(!isOpen)}
          >
            {t('data.evidence')}
          </Button>
          <Button
            className={small}
            disabled={busy}
            aria-label={t(isAction ? 'data.ignore.named' : 'data.right.named', named)}
            onClick={() => release.mutate({ body: of })}
          >
            {t(isAction ? 'data.ignore' : 'data.right')}
          </Button>
          {isAction && (
            <Button
              className={small}
              disabled={busy}
              aria-label={t('data.record.action.named', named)}
              onClick={() => record.mutate({ body: of })}
            >
              {t('data.record.action')}
            </Button>
          )}
          {likely && (
            <Button
              className={small}
              disabled={busy}
              aria-label={t('data.record.named', { ...named, ...likely })}
              onClick={() => record.mutate({ body: { ...of, ...likely } })}
            >
              {t('data.record', likely)}
            </Button>
          )}
          {!isAction && (
            <Button
              variant="quiet"
              className={small}
              disabled={busy}
              aria-expanded={ratio !== undefined}
              aria-label={t('data.other.named', named)}
              onClick={() => setRatio(ratio ? undefined : { numerator: '', denominator: '' })}
            >
              {t('data.other')}
            </Button>
          )}
        </div>
      </div>
      {isOpen && <Evidence move={move} named={t(isAction ? 'data.evidence.reported' : 'data.evidence.named', named)} />}
      {ratio && (
        <form
          className="mt-3 flex flex-wrap items-end gap-3"
          onSubmit={event => {
            event.preventDefault()
            record.mutate({
              body: { ...of, numerator: Number(ratio.numerator), denominator: Number(ratio.denominator) },
            })
          }}
        >
          {(['numerator', 'denominator'] as const).map(name => (
            <TextField
              key={name}
              label={t(`data.${name}`)}
              className="w-36"
              type="number"
              min={1}
              max={10_000}
              required
              browserValidated
              value={ratio[name]}
              onChange={({ target }) => setRatio({ ...ratio, [name]: target.value })}
            />
          ))}
          <Button type="submit" disabled={busy}>
            {t('data.record.it')}
          </Button>
        </form>
      )}
    </li>
  )
}
