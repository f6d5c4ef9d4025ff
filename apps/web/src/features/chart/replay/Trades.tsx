import { type ReplayPosition, type ReplayTrade, resultAt, stopPercents, tallyOf } from '@finlist/domain/chart/replay'
import { useId, useState } from 'react'
import { formatDay } from '../../../components/market-dates.ts'
import { Change, formatChange, formatLevel, formatPrice } from '../../../components/market-figures.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'

type Props = {
  position: ReplayPosition | undefined
  trades: readonly ReplayTrade[]
  /** The newest close; undefined until bars are loaded. */
  close: number | undefined
  onBuy: (stopPercent: number) => void
  onSell: () => void
}

/** Practice buys and sells of a replay, with their results. */
export function Trades({ position, trades, close, onBuy, onSell }: Props) {
  const t = useTranslation('replay')
  const id = useId()
  const [typed, setTyped] = useState(String(stopPercents.usual))
  const stopPercent = Number(typed)
  const isWrong = !(stopPercent >= stopPercents.least && stopPercent <= stopPercents.most)
  const tally = tallyOf(trades)
  const open = position && close !== undefined ? resultAt(position, close) : undefined
  return (
    <section aria-label={t('trades')} className="mt-4 border-t border-line pt-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <h2 className="w-full text-16 font-strong">{t('trades')}</h2>
        {position ? (
          <>
            <Button disabled={close === undefined} onClick={onSell}>
              {t('sell')}
            </Button>
            <p className="self-center text-14">
              {t('open', {
                date: formatDay(position.boughtOn, 'short'),
                price: formatPrice(position.price),
                stop: formatLevel(position.stop),
              })}{' '}
              {open && <Result {...open} />}
              {close !== undefined && close <= position.stop && (
                <span className="ml-2 font-strong">{t('under-stop')}</span>
              )}
            </p>
          </>
        ) : (
          <>
            <Button disabled={close === undefined || isWrong} onClick={() => onBuy(stopPercent)}>
              {t('buy')}
            </Button>
            <div>
              <label htmlFor={id} className="mb-1 block text-13">
                {t('stop')}
              </label>
              <input
                id={id}
                type="number"
                inputMode="decimal"
                step={0.5}
                min={stopPercents.least}
                max={stopPercents.most}
                aria-invalid={isWrong || undefined}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                className="h-11 w-24 rounded-md border border-edge bg-raised px-3 text-16 text-ink aria-invalid:border-wrong md:h-9 md:text-14"
              />
            </div>
          </>
        )}
        <p className="ml-auto self-center text-14" aria-live="polite">
          {t('tally', { count: tally.count, won: tally.won })} {tally.count > 0 && <Result {...tally} />}
        </p>
      </div>
      <p className="pt-2 text-12 text-faded">{t('about')}</p>
      {trades.length > 0 && (
        <section
          aria-label={t('list')}
          // Focusable, so that it can also be scrolled by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="overflow-x-auto pt-2"
        >
          <table className="text-13 whitespace-nowrap [&_td]:px-2 [&_td]:py-1 [&_td]:figures [&_th]:px-2 [&_th]:py-1 [&_th]:text-start [&_tr]:border-b [&_tr]:border-line">
            <caption className="sr-only">{t('list')}</caption>
            <thead>
              <tr>
                {(['bought', 'bought-at', 'sold', 'sold-at', 'percent', 'r'] as const).map(head => (
                  <th key={head} scope="col">
                    {t(`head.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {trades.toReversed().map((trade, at) => {
                const { percent, r } = resultAt(trade, trade.soldAt)
                return (
                  <tr key={trades.length - at}>
                    <td>{formatDay(trade.boughtOn, 'short')}</td>
                    <td>{formatPrice(trade.price)}</td>
                    <td>{formatDay(trade.soldOn, 'short')}</td>
                    <td>{formatPrice(trade.soldAt)}</td>
                    <td>
                      <Change value={percent} />
                    </td>
                    <td>{formatChange(r)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

const Result = ({ percent, r }: { percent: number; r: number }) => (
  <span className="figures">
    <Change value={percent} />% · {formatChange(r)} R
  </span>
)
