import type { FoundSymbol } from '@finlist/contract/charts/chart'
import type { Day } from '@finlist/domain/calendar'
import { withCompared } from '@finlist/domain/chart/compare'
import { type Compared, mostCompared } from '@finlist/domain/chart/price-scale'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import Dialog from '../../../ui/dialogs/dialog.tsx'
import { infoOf } from '../queries.ts'
import { describe, SymbolSearch } from '../SymbolSearch.tsx'
import { palette } from '../studies/palette.ts'
import { symbolTitle } from '../symbol-title.ts'
import { codeOf } from './code-of.ts'

type Props = {
  symbol: string
  compared: readonly Compared[]
  /** In a replay, the past day as of which to search. */
  asOf?: Day | undefined
  onChange: (compared: readonly Compared[]) => void
  onClose: () => void
}

/** Finds, adds and removes compared symbols. */
export function CompareDialog({ symbol, compared, asOf, onChange, onClose }: Props) {
  const t = useTranslation('compare')
  const [said, setSaid] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const isFull = compared.length >= mostCompared
  const add = (found: FoundSymbol) => {
    const name = symbolTitle(found.symbol, describe(found))
    if (found.full_name === symbol) return setSaid(t('own'))
    const next = withCompared(compared, found.full_name)
    setSaid(t(next === compared ? 'twice' : 'added', { name }))
    onChange(next)
  }
  return (
    <Dialog open onClose={onClose} title={t('title')} closeLabel={t('close')} narrow>
      <div ref={place} className="min-h-88">
        <p className="pb-3 text-14 text-faded">{t('about', { count: mostCompared })}</p>
        {isFull ? (
          <p className="text-14">{t('full')}</p>
        ) : (
          <div className="flex">
            <SymbolSearch shown="" exchange="" asOf={asOf} label={t('add')} onChoose={add} />
          </div>
        )}
        <ul className="mt-3 border-t border-line" aria-label={t('on-chart')}>
          {compared.map(it => (
            <Row
              key={it.symbol}
              compared={it}
              own={symbol}
              onRemove={name => {
                onChange(compared.filter(other => other !== it))
                setSaid(t('removed', { name }))
                place.current?.closest<HTMLElement>('[role=document]')?.focus()
              }}
            />
          ))}
        </ul>
        {compared.length === 0 && <p className="py-3 text-14 text-faded">{t('none')}</p>}
        <output className="text-13 text-faded">{said}</output>
      </div>
    </Dialog>
  )
}

type RowProps = { compared: Compared; own: string; onRemove: (name: string) => void }

function Row({ compared: { symbol, colour }, own, onRemove }: RowProps) {
  const t = useTranslation('compare')
  const { data: info } = useQuery(infoOf(symbol))
  const name = symbolTitle(codeOf(symbol, own), info && describe(info))
  return (
    <li className="flex items-center gap-2 border-b border-line py-1 text-14">
      <span aria-hidden className="w-5 shrink-0 border-t-2" style={{ borderColor: palette[colour] }} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <button
        type="button"
        aria-label={t('remove', { name })}
        onClick={() => onRemove(name)}
        className="grid size-11 place-items-center rounded-sm text-faded hover:bg-wash hover:text-ink md:size-8"
      >
        <X size={16} aria-hidden />
      </button>
    </li>
  )
}
