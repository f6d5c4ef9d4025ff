import { markets } from '@finlist/domain/markets'
import { useTranslation } from '../../i18n/texts.ts'

const known = [
  'keys',
  'purge',
  'erase-accounts',
  'shareholding',
  'movers',
  'affiliate-months',
  'ex-dates',
  'incoming',
  'missing-days',
  'reconstruct',
  'publish-lists',
  'record-witnesses',
] as const
/** One of each market: the name ends with the market's id. */
const ofEachMarket = ['prices', 'propose', 'follow', 'chance'] as const

/** What a job does, in words; a job without a text keeps its name. */
export function useJobName() {
  const t = useTranslation('overview')
  return (name: string) => {
    const market = markets.find(({ id }) => name.endsWith(`-${id}`))
    const kind = ofEachMarket.find(kind => name === `${kind}-${market?.id}`)
    if (market && kind) return t(`job.${kind}`, { market: t(`market.${market.linkSuffix}`) })
    const found = known.find(id => id === name)
    return found ? t(`job.${found}`) : name
  }
}
