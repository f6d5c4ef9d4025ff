import type { ProposedPick } from '@finlist/contract/picking'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { isAdded, isChanged } from './difference.ts'

/** The pick's status on the list, and staff changes to it. */
export function PickMarks({ pick }: { pick: ProposedPick }) {
  const t = useTranslation('picking')
  const added = isAdded(pick)
  return (
    <span className="flex flex-wrap items-center gap-1">
      {pick.isVetoed ? (
        <Badge variant="wrong">{t('mark.vetoed')}</Badge>
      ) : pick.before ? (
        <span className="text-12 text-faded">{t('mark.stayed')}</span>
      ) : (
        !added && <Badge variant="accent">{t('mark.new')}</Badge>
      )}
      {added && <Badge>{t('mark.added')}</Badge>}
      {isChanged(pick) && <Badge>{t('badge.changed')}</Badge>}
    </span>
  )
}
