import { useTranslation } from '../../i18n/texts.ts'

const known = ['keys', 'purge', 'erase-accounts', 'shareholding', 'movers', 'affiliate-months', 'ex-dates'] as const

/** What a job does, in words; a job without a text keeps its name. */
export function useJobName() {
  const t = useTranslation('overview')
  return (name: string) => {
    const found = known.find(id => id === name)
    return found ? t(`job.${found}`) : name
  }
}
