import { X } from 'lucide-react'
import { useTranslation } from '../../../i18n/texts.ts'

type Row = { symbol: string; code: string; name: string; colour: string; text: string; onRemove?: () => void }

/** The change of each symbol up to the bar pointed at. */
export function ComparedLegend({ since, rows }: { since: string; rows: readonly Row[] }) {
  const t = useTranslation('compare')
  return (
    <ul
      aria-label={t('on-chart')}
      className="flex flex-wrap items-center gap-x-3 text-12 max-md:max-h-20 max-md:overflow-y-auto"
    >
      <li className="text-faded">{t('since', { date: since })}</li>
      {rows.map(({ symbol, code, name, colour, text, onRemove }) => (
        <li key={symbol} data-compared={symbol} className="flex min-w-0 items-center gap-x-1.5">
          <span aria-hidden className="w-3.5 shrink-0 border-t-2" style={{ borderColor: colour }} />
          <span className="max-w-40 truncate text-faded max-md:hidden">{name}</span>
          <span className="text-faded md:hidden">{code}</span> <span className="figures">{text}</span>
          {onRemove && (
            <button
              type="button"
              aria-label={t('remove', { name })}
              title={t('remove', { name })}
              onClick={onRemove}
              className="grid size-6 place-items-center rounded-sm text-faded hover:bg-wash hover:text-ink"
            >
              <X size={13} aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
