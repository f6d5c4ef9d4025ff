import { padded } from '@finlist/domain/chart/padded'
import type { ReactNode } from 'react'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { factsOf } from '../../ui/list-columns.tsx'
import { SortMenu } from '../../ui/sort-menu.tsx'
import { columnsFor, none, type PlacedPick, type Seen, type SortKey, sortKeys } from './columns.tsx'
import { EditLines } from './EditLines.tsx'
import { PickMarks } from './PickMarks.tsx'
import { PickMenu } from './PickMenu.tsx'
import { PatternName } from './pattern-name.tsx'
import type { PicksProps } from './picks-props.ts'
import { titleOf } from './stock-title.ts'

/** The picks on a phone. */
export function PickCards({ caption, picks, sort, onSort, seen }: PicksProps) {
  const t = useTranslation('picking')
  return (
    <>
      <SortMenu
        label={t('sort')}
        options={sortKeys.map(key => ({ key, label: t(`column.${key}`) }))}
        sort={sort}
        onSort={onSort}
        upLabel={t('sort.up')}
        downLabel={t('sort.down')}
      />
      <ul aria-label={caption}>
        {picks.map(pick => (
          <Card key={pick.stockCode} pick={pick} seen={seen} />
        ))}
      </ul>
    </>
  )
}

function Card({ pick, seen }: { pick: PlacedPick; seen: Seen }): ReactNode {
  const t = useTranslation('picking')
  const { exchange, onEdit } = seen
  return (
    <li data-code={pick.stockCode} className={`border-b border-line py-2.5 ${pick.isVetoed ? 'text-faded' : ''}`}>
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0 flex-1">
          <p className={`text-16 wrap-anywhere ${pick.isVetoed ? 'line-through' : ''}`}>
            <b className="font-strong">{padded(exchange, pick.stockCode)}</b> {nameOf(pick)}
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-13">
            <PickMarks pick={pick} />
            {pick.patternType !== 'NIL' && <PatternName pick={pick} />}
          </p>
        </div>
        {onEdit && <PickMenu exchange={exchange} pick={pick} onEdit={onEdit} />}
      </div>
      <dl className="mt-1.5 grid grid-cols-2 gap-x-6 gap-y-0.5 text-13">
        {factsOf<string, PlacedPick, Seen>(columnsFor(seen), pick, seen)
          .filter(({ value }) => value !== none)
          .map(({ key, value }) => (
            <div key={key} className="flex flex-wrap items-baseline justify-between gap-x-2">
              <dt className="text-12 text-faded">{t(`column.${key as SortKey}`)}</dt>
              <dd className="figures ml-auto">{value}</dd>
            </div>
          ))}
      </dl>
      <EditLines stock={titleOf(seen.exchange, pick)} edits={pick.edits} mayTakeBack={onEdit !== undefined} />
    </li>
  )
}
