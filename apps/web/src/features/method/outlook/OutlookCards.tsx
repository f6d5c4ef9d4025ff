import { markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOperator } from '../../../api/operator.ts'
import { CallFailed } from '../../../components/notices/call-failed.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ModelCard } from './ModelCard.tsx'
import { newestModels } from './queries.ts'

const panel = 'model-card'

/** The newest model of each market, one at a time. */
export default function OutlookCards() {
  const t = useTranslation('model')
  const { data, error, refetch } = useQuery(newestModels())
  const { demoData } = useOperator()
  const [chosen, setChosen] = useState<string>()
  if (error) return <CallFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mt-4 h-96 w-full" later />
  const ofMarket = (market: string) => data.find(({ entry }) => entry.market === market)
  const market = chosen ?? markets.find(({ id }) => ofMarket(id))?.id ?? markets[0].id
  const model = ofMarket(market)
  const tabs = markets.map(({ id, linkSuffix }) => ({ value: id, label: t(`market.${linkSuffix}`) }))
  return (
    <div className="mt-4">
      {demoData && <p className="mb-4 border-l-2 border-ink pl-3">{t('planted')}</p>}
      <Tabs label={t('markets')} tabs={tabs} value={market} onChange={setChosen} panel={panel} />
      <div id={panel} role="tabpanel" aria-label={tabs.find(({ value }) => value === market)?.label}>
        {model ? <ModelCard key={model.id} model={model} /> : <p className="mt-3">{t('none')}</p>}
      </div>
    </div>
  )
}
