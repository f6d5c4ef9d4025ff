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
] as const

/** What a job does, in words; a job without a text keeps its name. */
export function useJobName() {
  const t = useTranslation('overview')
  return (name: string) => {
    const market = markets.find(({ id }) => name === `prices-${id}`)
    if (market) return t('job.prices', { market: t(`market.${market.linkSuffix}`) })
    const found = known.find(id => id === name)
    return found ? t(`job.${found}`) : name
  }
}
