import '../../i18n/seldom-texts.ts'
import { useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { OrderHandle, useReorder } from '../../ui/order-handle.tsx'

export type ColumnChoice = { key: string; label: string }
type Props = {
  /** The columns to choose from, starting with the list's default columns. */
  columns: readonly ColumnChoice[]
  /** The visible columns, in order. */
  shown: readonly string[]
  compact: boolean
  /** `null`: the list's default columns. */
  onChange: (view: { columns?: string[] | null; compact?: boolean }) => void
  onClose: () => void
}

/** Lazy-loaded, with the texts of 'columns'. Sets a list's visible columns, their order, and the row spacing. */
export default function ColumnsDialog({ columns, shown, compact, onChange, onClose }: Props) {
  const t = useTranslation('columns')
  const [said, setSaid] = useState('')
  const labelOf = (key: string) => columns.find(column => column.key === key)?.label ?? key
  const names = shown.filter(key => columns.some(column => column.key === key))
  const handle = useReorder({
    names,
    onOrder(order, { moved, isOver }) {
      onChange({ columns: order })
      if (isOver) setSaid(t('moved', { column: labelOf(moved), place: order.indexOf(moved) + 1, of: order.length }))
    },
  })
  const toggle = (key: string) =>
    onChange({ columns: names.includes(key) ? names.filter(other => other !== key) : [...names, key] })
  const hidden = columns.filter(({ key }) => !names.includes(key)).map(({ key }) => key)
  return (
    <Dialog open narrow onClose={onClose} title={t('title')} closeLabel={t('close')}>
      <p id="order-help" className="text-13 text-faded">
        {t('help')}
      </p>
      <ul aria-label={t('title')} className="mt-2 border-t border-line">
        {[...names, ...hidden].map(key => {
          const isShown = names.includes(key)
          return (
            <li
              key={key}
              data-order={isShown ? key : undefined}
              className="flex min-h-11 items-center gap-2 border-b border-line md:min-h-9"
            >
              {isShown ? (
                <OrderHandle
                  label={t('move', { column: labelOf(key) })}
                  aria-describedby="order-help"
                  className="size-11 md:size-8"
                  {...handle(key)}
                />
              ) : (
                <span className="w-11 md:w-8" />
              )}
              <label className="flex min-h-11 flex-1 cursor-pointer items-center gap-3 text-14 md:min-h-9">
                <input
                  type="checkbox"
                  checked={isShown}
                  onChange={() => toggle(key)}
                  className="size-4.5 shrink-0 accent-accent"
                />
                {labelOf(key)}
              </label>
            </li>
          )
        })}
      </ul>
      <output className="sr-only">{said}</output>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-3">
        <SegmentedControl
          legend={t('rows')}
          options={[
            { value: 'comfortable', label: t('rows.comfortable') },
            { value: 'compact', label: t('rows.compact') },
          ]}
          value={compact ? 'compact' : 'comfortable'}
          onChange={rows => onChange({ compact: rows === 'compact' })}
        />
        <Button onClick={() => onChange({ columns: null })}>{t('reset')}</Button>
      </div>
    </Dialog>
  )
}
