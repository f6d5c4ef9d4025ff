import type { Watchlist } from '@finlist/contract/watchlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { formatDay } from '../../../components/market-dates.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Collapsible } from '../../../ui/collapsible.tsx'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { suffixOf } from './columns.tsx'
import { DayChoice } from './DayChoice.tsx'
import { Markets } from './Markets.tsx'
import type { Among } from './queries.ts'
import { ScopeChoice } from './ScopeChoice.tsx'
import type { Change } from './use-screen-address.ts'

type Props = {
  among: Among
  /** The markets that the user may screen. */
  allowed: readonly ExchangeId[]
  lists: readonly Watchlist[] | undefined
  change: Change
}

/** Which stocks are screened. On a phone the choices are behind a line that sums them up. */
export function AmongChoice({ among, allowed, lists, change }: Props) {
  const t = useTranslation('screener')
  const phone = useIsPhone()
  const choices = (
    <>
      <Markets shown={among.markets} allowed={allowed} onChange={markets => change({ markets }, { replace: true })} />
      <ScopeChoice
        scope={among.scope}
        watchlistId={among.watchlistId}
        lists={lists}
        onChange={changes => change(changes, { replace: true })}
      />
      <DayChoice on={among.on} onChange={changes => change(changes)} />
    </>
  )
  if (!phone) return <div className="flex flex-wrap items-end gap-x-6 gap-y-2">{choices}</div>
  const names = among.markets.map(id => t(`market.${suffixOf(id)}`)).join(t('comma'))
  const sum = [
    names,
    t(`scope.${among.scope}`),
    ...(among.on ? [t('on.short', { date: formatDay(among.on, 'short') })] : []),
  ].join(' · ')
  return (
    <Collapsible label={sum} className="w-full">
      <div className="grid gap-2 pb-2">{choices}</div>
    </Collapsible>
  )
}
