import type { ProposedPick } from '@finlist/contract/picking'
import { useMemo, useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { inOrder, type Sort, sortedBy } from '../../ui/sort.ts'
import { type PlacedPick, type Seen, type SortKey, valueOf } from './columns.tsx'
import { picksId } from './focus-picks.ts'
import { PickCards } from './PickCards.tsx'
import { PickTable } from './PickTable.tsx'

/** The picks, initially in the order in which they would be published. */
export function Picks({ caption, picks, ...seen }: { caption: string; picks: readonly ProposedPick[] } & Seen) {
  const t = useTranslation('picking')
  const phone = useIsPhone()
  const [sort, setSort] = useState<Sort<SortKey>>({ by: 'place', down: false })
  const spoken = currentLanguage()
  const ordered = useMemo(() => inOrder(placed(picks), valueOf(sort.by), sort.down, spoken), [picks, sort, spoken])
  if (picks.length === 0) return <EmptyState>{t('picks.none')}</EmptyState>
  const List = phone ? PickCards : PickTable
  return (
    <div id={picksId} tabIndex={-1} className="outline-none max-md:mt-3">
      <List
        caption={caption}
        picks={ordered}
        sort={sort}
        onSort={by => setSort(before => sortedBy(before, by))}
        seen={seen}
      />
    </div>
  )
}

function placed(picks: readonly ProposedPick[]): PlacedPick[] {
  let place = 0
  return picks.map((pick, order) => ({ ...pick, order, place: pick.isVetoed ? null : ++place }))
}
