import { useTranslation } from '../../i18n/texts.ts'

const known = ['keys', 'purge', 'erase-accounts', 'shareholding', 'movers', 'affiliate-months'] as const

/** What a job does, in words; one that we have no words for keeps its name. */
export function useJobName() {
  const t = useTranslation('overview')
  return (name: string) => {
    const found = known.find(id => id === name)
    return found ? t(`job.${found}`) : name
  }
}
