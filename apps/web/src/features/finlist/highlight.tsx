import type { FinListStock } from '@finlist/contract/finlist'
import { useTranslation } from '../../i18n/texts.ts'

export type Highlight = 'none' | 'light' | 'strong'

/** How to mark a stock: lightly if it has a buy point, strongly if it also has a recognised pattern. */
export function highlightOf({ buyPoint, patternType }: FinListStock): Highlight {
  if (buyPoint === -1) return 'none'
  return patternType === 'NIL' ? 'light' : 'strong'
}

export const highlightClass: Record<Highlight, string> = {
  none: '',
  light: '[--row:color-mix(in_oklab,var(--accent-wash)_50%,var(--paper))] bg-(--row)',
  strong: '[--row:var(--accent-wash)] [--row-mark:var(--accent)] bg-(--row) shadow-[inset_3px_0_0_var(--accent)]',
}

type MarkProps = { highlight: Highlight; silent?: boolean; className?: string }

/** A flag, hollow or filled, with its text for screen readers. `silent`: without that text. */
export function HighlightMark({ highlight, silent = false, className = '' }: MarkProps) {
  const t = useTranslation('finlist')
  if (highlight === 'none') return null
  return (
    <span title={silent ? undefined : t(`highlight.${highlight}`)} className={className}>
      <svg aria-hidden viewBox="0 0 10 12" width="10" height="12" className="inline-block text-accent">
        <path
          d="M1.5.5v11M1.5 1.5h7l-2 2.5 2 2.5h-7z"
          stroke="currentColor"
          strokeLinejoin="round"
          fill={highlight === 'strong' ? 'currentColor' : 'none'}
        />
      </svg>
      {!silent && <span className="sr-only">{t(`highlight.${highlight}`)}</span>}
    </span>
  )
}

export function HighlightLegend() {
  const t = useTranslation('finlist')
  return (
    <ul className="flex flex-wrap gap-x-4 max-md:hidden gap-y-1 text-13 text-faded">
      {(['light', 'strong'] as const).map(highlight => (
        <li key={highlight} className="flex items-center gap-1.5">
          <span className={`grid h-4.5 w-6 place-items-center rounded-sm ${highlightClass[highlight]}`}>
            <HighlightMark highlight={highlight} silent />
          </span>
          {t(`highlight.${highlight}`)}
        </li>
      ))}
    </ul>
  )
}
