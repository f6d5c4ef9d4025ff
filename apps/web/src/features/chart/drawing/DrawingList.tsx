import type { Drawing } from '@finlist/domain/chart/drawings'
import { Bell, Lock, LockOpen, Trash2 } from 'lucide-react'
import { useTranslation } from '../../../i18n/texts.ts'
import { formatDay } from '../../../parts/market-dates.ts'
import { formatLevel } from '../../../parts/market-figures.tsx'
import { Collapsible } from '../../../ui/collapsible.tsx'
import { ToolButton } from '../ToolButton.tsx'

type Props = {
  drawings: readonly Drawing[]
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  onChange: (drawings: readonly Drawing[]) => void
  /** Left out where no alert can be set. */
  onAlert?: (price: number) => void
}

/** The chart's drawings in words: to be selected, locked and deleted without a pointer. */
export function DrawingList({ drawings, selected, onSelect, onChange, onAlert }: Props) {
  const t = useTranslation('chart')
  if (drawings.length === 0) return null
  return (
    <Collapsible label={t('drawings', { count: drawings.length })} className="mt-4 border-t border-line pt-3">
      <ul className="mt-1 max-w-160">
        {drawings.map((drawing, at) => (
          <li key={drawing.id} className="flex items-center gap-1 border-b border-line">
            <button
              type="button"
              aria-pressed={drawing.id === selected}
              onClick={() => onSelect(drawing.id === selected ? undefined : drawing.id)}
              className="min-h-11 min-w-0 flex-1 truncate px-1 text-start text-13 -outline-offset-2 hover:bg-wash aria-pressed:font-strong aria-pressed:text-accent md:min-h-8"
            >
              {inWords(drawing)}
            </button>
            {onAlert && drawing.type === 'horizontal' && drawing.points[0] && (
              <ToolButton
                label={t('alert.drawing', { price: formatLevel(drawing.points[0].price) })}
                aria-haspopup="dialog"
                onClick={() => onAlert(drawing.points[0]!.price)}
              >
                <Bell size={15} aria-hidden />
              </ToolButton>
            )}
            <ToolButton
              label={t(drawing.locked ? 'drawing.unlock' : 'drawing.lock')}
              onClick={() => onChange(drawings.with(at, { ...drawing, locked: !drawing.locked }))}
            >
              {drawing.locked ? <Lock size={15} aria-hidden /> : <LockOpen size={15} aria-hidden />}
            </ToolButton>
            <ToolButton
              label={t('drawing.delete-one', { name: inWords(drawing) })}
              onClick={() => onChange(drawings.filter(({ id }) => id !== drawing.id))}
            >
              <Trash2 size={15} aria-hidden />
            </ToolButton>
          </li>
        ))}
      </ul>
    </Collapsible>
  )

  function inWords({ type, text, points }: Drawing): string {
    const where = points.map(({ time, price }) =>
      t('drawing.point', { date: formatDay(dayOf(time), 'short'), price: formatLevel(price) }),
    )
    return [text || t(`tool.${type}`), where.join(' – ')].join(': ')
  }
}

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
