import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { fetchTexts } from '../../i18n/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
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
  /** Whether to open the dialog immediately, because the button was pressed before this code was loaded. */
  opens?: boolean
}

/**
 * Opens the settings of a list's columns; the list stays in view. Columns can also be rearranged by dragging their
 * headings.
 */
export function ColumnsButton({ label, columns, shown, own: { view, change, isKnown }, opens = false }: Props) {
  const [isOpen, setOpen] = useState(opens)
  const names = useEffectEvent(() => shown.filter(name => isKnown && columns.some(({ key }) => key === name)))
  const onOrder = useEffectEvent((order: string[]) => change({ columns: order }))
  useEffect(() => whenOverHead(() => ({ names: () => names(), onOrder: order => onOrder(order) })), [])
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

/** Loads the code for dragging column headings once the pointer is over one. */
function whenOverHead(heads: () => Parameters<typeof import('../../ui/drag-heads.ts')['watchHeads']>[0]): () => void {
  let isGone = false
  let end: (() => void) | undefined
  const fetchIt = ({ target }: PointerEvent) => {
    if (!(target instanceof Element && target.closest('th[data-head]'))) return
    document.removeEventListener('pointerover', fetchIt)
    import('../../ui/drag-heads.ts').then(({ watchHeads }) => {
      if (!isGone) end = watchHeads(heads())
    }, console.error)
  }
  document.addEventListener('pointerover', fetchIt)
  return () => {
    isGone = true
    document.removeEventListener('pointerover', fetchIt)
    end?.()
  }
}
