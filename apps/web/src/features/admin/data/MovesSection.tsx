import { type MarketData, recordMove, releaseMove, type UnconfirmedMove } from '@finlist/contract/data'
import type { ExchangeId } from '@finlist/domain/markets'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import { formatDay } from '../../../parts/market-dates.ts'
import { formatPrice, formatVolume } from '../../../parts/market-figures.tsx'
import { nameOf } from '../../../parts/stock-name.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Decisions } from './Decisions.tsx'
import { useChange } from './use-change.ts'

type Props = { exchange: ExchangeId; market: Pick<MarketData, 'moves' | 'movesInAll' | 'decisions' | 'search'> }

/** Unexplained moves, to be confirmed as correct or recorded as the split that they look like, and what was decided. */
export function MovesSection({ exchange, market }: Props) {
  const t = useTranslation('admin')
  const { moves, movesInAll: inAll, decisions, search } = market
  const more = inAll > moves.length && t('data.moves.newest', { count: moves.length, total: inAll })
  return (
    <Section title={t('data.moves')} beside={<p className="text-12 text-faded">{more || t('data.moves.about')}</p>}>
      {search && <output className="block py-3 text-13 text-faded">{t('data.searching', search)}</output>}
      {moves.length === 0 ? (
        <EmptyState>{t('data.moves.none')}</EmptyState>
      ) : (
        <ul aria-label={t('data.moves')}>
          {moves.map(move => (
            <Move key={`${move.stockCode} ${move.date}`} exchange={exchange} move={move} />
          ))}
        </ul>
      )}
      <Decisions exchange={exchange} decisions={decisions} />
    </Section>
  )
}

function Move({ exchange, move }: { exchange: ExchangeId; move: UnconfirmedMove }) {
  const t = useTranslation('admin')
  const release = useChange(releaseMove)
  const record = useChange(recordMove)
  const [ratio, setRatio] = useState<{ numerator: string; denominator: string }>()
  const { stockCode, date, previousClose, close, kind, volumeBefore, volumeAfter, likely } = move
  const of = { exchange, stockCode, date }
  const named = { stock: stockCode, date: formatDay(date, 'short') }
  const busy = release.isPending || record.isPending
  const small = 'px-3 font-normal md:min-h-8 md:text-13'
  return (
    <li className="border-b border-line py-3 text-13">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-strong">{stockCode}</span> {nameOf(move)}{' '}
          <span className="block text-faded">
            {named.date} · {formatPrice(previousClose)} → {formatPrice(close)}{' '}
            {kind === 'spike' && <Badge>{t('data.spike')}</Badge>}
            {kind === 'unit' && <Badge>{t('data.unit')}</Badge>}
            {kind === 'split' && likely && <Badge>{t('data.split', likely)}</Badge>}
            {volumeBefore !== null && volumeAfter !== null && (
              <span className="block">
                {t('data.volumes', { before: formatVolume(volumeBefore), after: formatVolume(volumeAfter) })}
              </span>
            )}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            className={small}
            disabled={busy}
            aria-label={t('data.right.named', named)}
            onClick={() => release.mutate({ body: of })}
          >
            {t('data.right')}
          </Button>
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
        </div>
      </div>
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
