import '../../i18n/seldom-texts.ts'
import { user } from '@finlist/contract/account/account'
import { finListNewest } from '@finlist/contract/finlist'
import {
  createWatchlist,
  deleteWatchlist,
  importWatchlist,
  maxWatchlistStocks,
  priceDecimals,
} from '@finlist/contract/watchlist'
import { type Market, markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { useStored } from '../../api/storage.ts'
import { formatDay } from '../../components/market-dates.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { refreshWatchlists, tellFailure } from '../../components/watchlists.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'

type Props = {
  /** The empty list to fill; a new one is created if it is omitted. */
  listId?: number
  onFilled: (id: number) => void
}

/** Lazy-loaded. Fills a watchlist with the highest scores of this week's list. Nothing for people without a list. */
export default function StarterList({ listId, onFilled }: Props) {
  const t = useTranslation('examples')
  const market = useOwnMarket()
  const [isFilling, setFilling] = useState(false)
  if (!market) return null
  const fill = async () => {
    setFilling(true)
    try {
      const { issueDate, stocks } = await readStarter(market)
      if (issueDate === null || stocks.length === 0) return void showAlert(t('starter.none'))
      const name = t('starter.name', { market: t(`market.${market.linkSuffix}`), date: formatDay(issueDate) })
      const id = listId ?? (await request(createWatchlist, { query: { watchlistName: name } }))
      await request(importWatchlist, { params: { id }, body: { stocks } }).catch(async (error: unknown) => {
        if (listId === undefined) await request(deleteWatchlist, { params: { id } })
        throw error
      })
      await refreshWatchlists()
      onFilled(id)
    } catch (error) {
      await tellFailure(error, t)
    } finally {
      setFilling(false)
    }
  }
  return (
    <div className="mt-4 max-md:w-full">
      <Button variant="main" disabled={isFilling} onClick={() => void fill()} className="max-md:w-full">
        {t(isFilling ? 'starter.filling' : 'starter')}
      </Button>
      <p className="mt-1.5 max-w-[52ch] text-13 text-faded">{t('starter.text', { most: maxWatchlistStocks })}</p>
    </div>
  )
}

/** The current market, if the user's plan includes its list; otherwise the first that it includes. */
function useOwnMarket(): Market | undefined {
  const current = useStored('currentMarket').id
  const rights = useQuery(callQuery(user)).data?.rights ?? []
  const included = markets.filter(({ id }) => rights.includes(`finlist:${id}`))
  return included.find(({ id }) => id === current) ?? included[0]
}

/** The newest list's highest scores, as positions of one share bought at the last close. */
async function readStarter({ id: exchange }: Market) {
  const { issueDate, stockList } = await request(finListNewest, { params: { exchange } })
  const stocks = stockList
    .toSorted((one, other) => other.percivalScore - one.percivalScore)
    .slice(0, maxWatchlistStocks)
    .map(({ stockCode, close }) => ({
      exchange,
      stockCode,
      buyPrice: Number(close.toFixed(priceDecimals)),
      shares: 1,
    }))
  return { issueDate, stocks }
}
