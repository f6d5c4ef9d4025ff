import { useTranslation } from '../../../../i18n/texts.ts'
import type { Suggestion } from './completion.ts'

type Props = {
  id: string
  found: readonly Suggestion[]
  active: number
  onPoint: (at: number) => void
  onAccept: (insert: string) => void
}

/** What completes the text at the caret. The focus stays in the field. */
export function Suggestions({ id, found, active, onPoint, onAccept }: Props) {
  const t = useTranslation('screener')
  return (
    // oxlint-disable jsx-a11y/prefer-tag-over-role
    <div
      id={id}
      role="listbox"
      aria-label={t('query.figures')}
      tabIndex={-1}
      // Keeps the focus in the field.
      onMouseDown={event => event.preventDefault()}
      className="absolute top-full left-0 z-20 mt-1 max-h-80 w-full max-w-120 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float"
    >
      {found.map(({ insert, label }, at) => (
        // The keyboard is handled by the field.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={insert}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          onPointerMove={() => at !== active && onPoint(at)}
          onClick={() => onAccept(insert)}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2.5 text-13 aria-selected:bg-wash md:min-h-8"
        >
          <b className="min-w-26 shrink-0 truncate font-mono font-strong">{insert}</b>{' '}
          <span className="min-w-0 flex-1 truncate">{label}</span>
        </div>
      ))}
    </div>
    // oxlint-enable jsx-a11y/prefer-tag-over-role
  )
}
