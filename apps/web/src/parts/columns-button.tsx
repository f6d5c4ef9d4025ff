import { lazy, Suspense, useState } from 'react'
import { fetchTexts } from '../i18n/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import type { ColumnChoice } from './columns-dialog.tsx'
import type { useListView } from './list-view.ts'

const ColumnsDialog = lazy(async () => {
  const code = await import('./columns-dialog.tsx')
  await fetchTexts('columns')
  return code
})

type Props = {
  label: string
  columns: readonly ColumnChoice[]
  shown: readonly string[]
  own: ReturnType<typeof useListView>
}

/** Opens what a list shows, to be changed while the list is seen. */
export function ColumnsButton({ label, columns, shown, own: { view, change, isKnown } }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={buttonClass('quiet', 'px-0! text-13! font-normal! text-accent!')}
      >
        {label}
      </button>
      <Suspense>
        {isOpen && isKnown && (
          <ColumnsDialog
            columns={columns}
            shown={shown}
            compact={view.compact}
            onChange={change}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
