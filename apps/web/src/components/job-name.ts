import { jobs, marketJobs } from '@finlist/contract/staff/overview'
import { markets } from '@finlist/domain/markets'
import { useTranslation } from '../i18n/texts.ts'

/** A job's name in words. A job that this version of the app does not know is shown by its identifier. */
export function useJobName() {
  const t = useTranslation('overview')
  return (name: string) => {
    const market = markets.find(({ id }) => name.endsWith(`-${id}`))
    const kind = marketJobs.find(kind => name === `${kind}-${market?.id}`)
    if (market && kind) return t(`job.${kind}`, { market: t(`market.${market.linkSuffix}`) })
    const found = jobs.find(id => id === name)
    return found ? t(`job.${found}`) : name
  }
}
