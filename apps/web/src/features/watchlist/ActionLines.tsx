import { changeWatchlistStock, type Watchlist, type WatchlistStock } from '@finlist/contract/watchlist'
import { request } from '../../api/request.ts'
import { formatDay } from '../../components/market-dates.ts'
import { formatPrice } from '../../components/market-figures.tsx'
import { refreshWatchlists, tellFailure } from '../../components/watchlists.ts'
import { type Translate, useTranslation } from '../../i18n/texts.ts'
import { Switch } from '../../ui/fields/switch.tsx'

type Action = WatchlistStock['actions'][number]

function inWords(
  { kind, exDate, numerator, denominator, amount, currency }: Action,
  t: Translate<'watchlist'>,
): string {
  const date = formatDay(exDate)
  if (numerator !== null && denominator !== null && kind !== 'rights' && kind !== 'spin-off')
    return t('action.shares', { numerator, denominator, date })
  if (kind === 'dividend') return t('action.dividend', { amount: amount ?? '', currency: currency ?? '', date })
  return t(kind === 'rights' ? 'action.rights' : 'action.spin-off', { date })
}

/**
 * In one line, the corporate actions that have changed the position's shares since it was entered. Renders nothing if
 * there are none.
 */
export function FollowedLine({ stock: { actions, followsActions } }: { stock: WatchlistStock }) {
  const t = useTranslation('watchlist')
  const followed = followsActions ? actions.filter(({ changesShares }) => changesShares) : []
  if (followed.length === 0) return null
  return <p className="text-12 text-faded">{followed.map(action => inWords(action, t)).join(' · ')}</p>
}

/**
 * The stock's corporate actions since the position was entered, the values as entered, and a switch that decides
 * whether the position is adjusted for the actions.
 */
export function ActionsSince({ list, stock }: { list: Watchlist; stock: WatchlistStock }) {
  const t = useTranslation('watchlist')
  const { actions, entered, followsActions, watchlistStockId } = stock
  if (actions.length === 0) return null
  const follow = (follows: boolean) =>
    request(changeWatchlistStock, {
      params: { id: list.watchlistId, watchlistStockId },
      body: { ...entered, followsActions: follows },
    }).then(refreshWatchlists, error => tellFailure(error, t))
  return (
    <section className="mt-6 text-14">
      <h3 className="mb-2 border-b border-ink pb-1 text-13 font-strong">{t('actions-since')}</h3>
      <ul>
        {actions.map(action => (
          <li key={`${action.exDate} ${action.kind}`}>{inWords(action, t)}</li>
        ))}
      </ul>
      {actions.some(({ changesShares }) => changesShares) && (
        <>
          <Switch label={t('follows')} checked={followsActions} onChange={follows => void follow(follows)} />
          <p className="text-12 text-faded">
            {t('follows.entered', {
              shares: entered.shares.toLocaleString('en'),
              price: formatPrice(entered.buyPrice),
            })}
          </p>
        </>
      )}
    </section>
  )
}
