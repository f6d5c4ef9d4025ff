import type { ListView } from '@finlist/contract/list-views'
import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { fetchTexts } from '../i18n/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import type { ColumnChoice } from './columns-dialog.tsx'

const ColumnsDialog = lazy(async () => {
  const code = await import('./columns-dialog.tsx')
  await fetchTexts('columns')
  return code
})

type Props = {
  label: string
  columns: readonly ColumnChoice[]
  shown: readonly string[]
  view: ListView
  onChange: (view: Partial<ListView>) => void
}

/** Opens what a list shows, to be changed while the list is seen. */
export function ColumnsButton({ label, columns, shown, view, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={buttonClass('quiet', 'px-0! text-13! font-normal! text-accent!')}
      >
        <Columns3 size={15} aria-hidden />
        {label}
      </button>
      <Suspense>
        {isOpen && (
          <ColumnsDialog
            columns={columns}
            shown={shown}
            compact={view.compact}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
