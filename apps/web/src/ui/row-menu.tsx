import { EllipsisVertical } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'

const load = () => import('./row-menu-popup.tsx')
const RowMenuPopup = lazy(load)

/** `ruled`: whether there is a line above the item. */
export type RowMenuItem = { label: string; onChoose: () => void; ruled?: true }

/**
 * A button with three dots that opens a menu. The menu's code is loaded when the pointer or the focus reaches the
 * button.
 */
export function RowMenu({ label, items }: { label: string; items: readonly RowMenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open ?? false}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(!open)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        className="grid size-11 shrink-0 place-items-center rounded-md text-faded hover:bg-wash hover:text-ink md:size-8"
      >
        <EllipsisVertical size={16} aria-hidden />
      </button>
      {open !== undefined && (
        <Suspense>
          <RowMenuPopup anchor={button} open={open} onOpenChange={setOpen} label={label} items={items} />
        </Suspense>
      )}
    </>
  )
}
